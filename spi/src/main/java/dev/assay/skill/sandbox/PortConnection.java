package dev.assay.skill.sandbox;

import java.io.InputStream;
import java.io.OutputStream;

/// A connection to a port inside. Closing the output stream ends one direction, closing the
/// connection both.
public interface PortConnection extends AutoCloseable {
  InputStream input();

  OutputStream output();

  @Override
  void close();
}
