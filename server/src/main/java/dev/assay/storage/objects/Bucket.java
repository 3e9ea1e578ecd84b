package dev.assay.storage.objects;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The objects of one bucket. A failure is an [IOException] whose message gives the reason, without
/// secrets. Temporary failures were retried before.
public interface Bucket extends AutoCloseable {
  /// The location in words, without secrets.
  String where();

  /// The prefix of every key; empty, or ending with a slash.
  String prefix();

  /// The settings to check when it fails.
  String settings();

  /// The greatest size of an object, in bytes.
  long largest();

  Optional<Facts> find(String key) throws IOException;

  /// Writes an object, completely or not at all.
  ///
  /// @param md5 the MD5 of the file, with which the object store compares the bytes it received
  /// @param replaced the object found there before; if the object store supports it, an object that
  ///   another server wrote meanwhile stays
  void put(String key, Path file, byte[] md5, Map<String, String> notes, Optional<Facts> replaced)
      throws IOException;

  /// Writes the bytes of an object to a sink. After a failure the bytes in the sink are useless.
  Optional<Facts> fetch(String key, OutputStream sink) throws IOException;

  /// Deletes an object; does nothing if there is none.
  void delete(String key) throws IOException;

  @Override
  void close();

  /// The metadata of an object.
  ///
  /// @param version the object store's version of its content
  /// @param notes the metadata written with it
  record Facts(String version, long bytes, Map<String, String> notes) {
    public Facts {
      notes = Map.copyOf(notes);
    }
  }
}
