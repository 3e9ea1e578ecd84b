package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/// The place where an installation keeps files, as the settings choose it.
public final class Storage implements AutoCloseable {
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration OF_SILENCE = Duration.ofSeconds(30);

  private final String where;
  private final Reach reach;
  private final Areas areas;
  private final Runnable end;

  private Storage(String where, Reach reach, Areas areas, Runnable end) {
    this.where = where;
    this.reach = reach;
    this.areas = areas;
    this.end = end;
  }

  /// Who can use it.
  public enum Reach {
    /// The server of one home.
    ONE_HOME,
    /// Every server that is set up like this one.
    SHARED
  }

  /// What is kept apart from each other.
  public enum Area {
    /// Archives of skills and files of packages.
    BLOBS(""),
    LAYERS("layers/"),
    FILES("files/"),
    /// Which database the storage belongs to. Never copied to a server's disk.
    IDENTITY("identity/");

    private final String prefix;

    Area(String prefix) {
      this.prefix = prefix;
    }
  }

  @FunctionalInterface
  private interface Areas {
    BlobStore of(Area area);
  }

  public static Storage folder(Path root, Reach reach, Instant now) {
    return new Storage(
        "the folder " + root,
        reach,
        area -> {
          DirectoryBlobStore store = new DirectoryBlobStore(root.resolve(area.prefix));
          store.sweep(now);
          return store;
        },
        () -> {});
  }

  /// @param cache a folder for copies
  /// @param most bytes of all copies together
  public static Storage s3(S3Settings settings, Path cache, long most) {
    settings
        .findObstacle()
        .ifPresent(
            obstacle -> {
              throw new AssayException(ErrorCode.CONFIGURATION_INVALID, obstacle + ".");
            });
    S3Client client = client(settings);
    BlobCache copies = new BlobCache(cache, most);
    try {
      copies.sweep();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Storage(
        settings.where(),
        Reach.SHARED,
        area ->
            new S3BlobStore(
                client,
                settings,
                area.prefix,
                area == Area.IDENTITY ? new BlobCache(cache, 0) : copies),
        client::close);
  }

  private static S3Client client(S3Settings settings) {
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(settings.region()))
            .credentialsProvider(credentials(settings))
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .httpClient(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(TO_CONNECT)
                    .socketTimeout(OF_SILENCE)
                    .build());
    for (URI endpoint : settings.endpoint().stream().toList()) {
      builder.endpointOverride(endpoint).forcePathStyle(true);
    }
    return builder.build();
  }

  private static AwsCredentialsProvider credentials(S3Settings settings) {
    return settings
        .access()
        .<AwsCredentialsProvider>map(
            key ->
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(key.id(), key.secret().reveal())))
        .orElseGet(() -> DefaultCredentialsProvider.builder().build());
  }

  public BlobStore area(Area area) {
    return areas.of(area);
  }

  public boolean isShared() {
    return reach == Reach.SHARED;
  }

  /// In words, without secrets.
  public String where() {
    return where;
  }

  @Override
  public void close() {
    end.run();
  }
}
