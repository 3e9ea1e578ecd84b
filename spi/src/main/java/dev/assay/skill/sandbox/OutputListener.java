package dev.assay.skill.sandbox;

/// Receives a command's output as it arrives. The listener may keep the array.
public interface OutputListener {
  void stdout(byte[] bytes);

  void stderr(byte[] bytes);

  static OutputListener silent() {
    return new OutputListener() {
      @Override
      public void stdout(byte[] bytes) {}

      @Override
      public void stderr(byte[] bytes) {}
    };
  }
}
