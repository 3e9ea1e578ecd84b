package dev.assay.storage.objects;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The objects of one bucket. A failure is an [IOException] whose message says why, without
/// secrets; requests that failed for the moment were repeated before.
public interface Bucket extends AutoCloseable {
  /// In words, without secrets.
  String where();

  /// What every key begins with; empty, or ending with a slash.
  String prefix();

  /// The settings to look at when it fails.
  String settings();

  /// How many bytes an object may have.
  long largest();

  Optional<Facts> find(String key) throws IOException;

  /// Writes an object, whole or not at all.
  ///
  /// @param md5 of the file; the object store compares what it received
  /// @param replaced what was found there before; where the object store can see to it, an object
  ///   that another one wrote meanwhile stays
  void put(String key, Path file, byte[] md5, Map<String, String> notes, Optional<Facts> replaced)
      throws IOException;

  /// Writes the bytes of an object to a sink. What a failure leaves there is of no use.
  Optional<Facts> fetch(String key, OutputStream sink) throws IOException;

  /// No complaint when it is not there.
  void delete(String key) throws IOException;

  @Override
  void close();

  /// What is known of an object.
  ///
  /// @param version what the object store calls this content of it
  /// @param notes that were put beside it
  record Facts(String version, long bytes, Map<String, String> notes) {
    public Facts {
      notes = Map.copyOf(notes);
    }
  }
}
