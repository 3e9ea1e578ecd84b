package dev.assay.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.Secret;
import dev.assay.storage.settings.AllowedTransport;
import dev.assay.storage.settings.S3Settings;
import dev.assay.testkit.ObjectStore;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The store of blobs against a real S3 server.
class S3BlobStoreStoryTest extends ObjectStorageContract {
  private static final String WRONG = "a-wrong-secret";
  private static ObjectStore server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = ObjectStore.start(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private S3Settings settings(URI endpoint, String secret, AllowedTransport transport) {
    return new S3Settings(
        Optional.of(endpoint),
        "us-east-1",
        ObjectStore.BUCKET,
        prefix,
        Optional.of(new S3Settings.AccessKey(ObjectStore.KEY, Secret.of(secret))),
        transport);
  }

  @Override
  Storage storage(String name, long most) {
    return Storage.s3(
        settings(server.endpoint(), ObjectStore.SECRET, AllowedTransport.ENCRYPTED),
        folder.resolve(name),
        most);
  }

  @Override
  Storage elsewhere(URI endpoint, String name) {
    return Storage.s3(
        settings(endpoint, ObjectStore.SECRET, AllowedTransport.ENCRYPTED),
        folder.resolve(name),
        1_000);
  }

  @Override
  Storage withWrongKey(String name) {
    return Storage.s3(
        settings(server.endpoint(), WRONG, AllowedTransport.ENCRYPTED),
        folder.resolve(name),
        1_000);
  }

  @Override
  void copyThere(String key, byte[] bytes) throws IOException {
    Files.createDirectories(object(key).getParent());
    Files.write(object(key), bytes);
  }

  /// A file keeps its attributes, the checksum among them.
  @Override
  void damage(String key, byte[] bytes) throws IOException {
    Files.write(object(key), bytes, StandardOpenOption.WRITE);
    try (FileChannel object = FileChannel.open(object(key), StandardOpenOption.WRITE)) {
      object.truncate(bytes.length);
    }
  }

  @Override
  String settings() {
    return "assay.storage.s3.";
  }

  private static Path object(String key) {
    return server.objects().resolve(key);
  }

  @Test
  void a_wrong_secret_is_a_403() {
    assertThatThrownBy(() -> withWrongKey("one").area(Storage.Area.BLOBS).contains(DIGEST))
        .hasMessageContaining("403")
        .hasMessageNotContaining(WRONG);
  }

  @Test
  void plain_http_to_another_machine_can_be_allowed() {
    URI elsewhere = URI.create("http://192.0.2.1:9000");
    assertThat(settings(elsewhere, "x", AllowedTransport.ANY).findObstacle()).isEmpty();
    assertThat(
            settings(URI.create("https://s3.example.com"), "x", AllowedTransport.ENCRYPTED)
                .findObstacle())
        .isEmpty();
  }
}
