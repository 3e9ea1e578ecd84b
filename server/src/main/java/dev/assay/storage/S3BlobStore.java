package dev.assay.storage;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Keeps blobs as objects: `PREFIXab/cdef…`, with their SHA-256 beside them. What is read is
/// compared with it before anybody sees a byte; what is written is compared by the object store.
/// Who knows what a blob should be compares it once more: the bucket may be changed by others.
final class S3BlobStore implements BlobStore {
  private static final String CHECKSUM = "sha256";
  private static final String BYTES = "bytes";
  private static final long LARGEST = 5L << 30; // of one request
  private static final int MISSING = 404;

  private final S3Client client;
  private final S3Settings settings;
  private final String prefix;
  private final BlobCache cache;

  S3BlobStore(S3Client client, S3Settings settings, String area, BlobCache cache) {
    this.client = client;
    this.settings = settings;
    this.prefix = settings.prefix() + area;
    this.cache = cache;
  }

  @Override
  public void keep(Digest digest, Content content) throws IOException {
    if (isWhole(digest)) {
      return;
    }
    Path file = incoming();
    try {
      MessageDigest sha256 = Digest.sha256();
      MessageDigest md5 = md5();
      try (OutputStream out =
          new DigestOutputStream(
              new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), sha256),
              md5)) {
        content.writeTo(out);
      }
      put(digest, file, Digest.finish(sha256), Base64.getEncoder().encodeToString(md5.digest()));
      cache.add(digest, file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void put(Digest digest, Path file, Digest checksum, String md5) throws IOException {
    if (Files.size(file) > LARGEST) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "A file has %,d bytes; %s takes %,d at most."
              .formatted(Files.size(file), settings.where(), LARGEST));
    }
    PutObjectRequest request =
        PutObjectRequest.builder()
            .bucket(settings.bucket())
            .key(key(digest))
            .contentMD5(md5)
            .metadata(Map.of(CHECKSUM, checksum.hex(), BYTES, Long.toString(Files.size(file))))
            .build();
    ask("write to", () -> client.putObject(request, RequestBody.fromFile(file)));
  }

  /// From this server's disk if a copy is there and the object store still has it, or is away.
  @Override
  public Optional<InputStream> find(Digest digest) {
    try {
      Optional<Path> copy = cache.find(digest);
      if (copy.isPresent()) {
        if (isGone(digest)) {
          cache.remove(digest);
          return Optional.empty();
        }
        return Optional.of(Files.newInputStream(copy.get()));
      }
      return fetch(digest);
    } catch (NoSuchFileException e) {
      return fetch(digest); // the copy went meanwhile
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  private boolean isGone(Digest digest) {
    try {
      return !contains(digest);
    } catch (AssayException e) {
      return false;
    }
  }

  private Optional<InputStream> fetch(Digest digest) {
    Path file = incoming();
    try {
      Optional<ResponseInputStream<GetObjectResponse>> found =
          askFor(
              "read",
              () ->
                  client.getObject(request -> request.bucket(settings.bucket()).key(key(digest))));
      if (found.isEmpty()) {
        return Optional.empty();
      }
      copy(digest, found.get(), file);
      InputStream opened = Files.newInputStream(file);
      cache.add(digest, file);
      return Optional.of(opened);
    } catch (IOException e) {
      throw failed("read", e);
    } finally {
      removeQuietly(file);
    }
  }

  private void copy(Digest digest, ResponseInputStream<GetObjectResponse> object, Path file)
      throws IOException {
    MessageDigest sha256 = Digest.sha256();
    try (object;
        OutputStream out = new DigestOutputStream(Files.newOutputStream(file), sha256)) {
      object.transferTo(out);
    } catch (SdkException e) {
      throw new IOException(e.getMessage(), e);
    }
    String expected = object.response().metadata().get(CHECKSUM);
    String received = Digest.finish(sha256).hex();
    if (expected != null && !expected.equals(received)) { // none if other programs copied it there
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The object %s in %s is damaged: its SHA-256 is %s and should be %s. Restore it from a copy."
              .formatted(key(digest), settings.where(), received, expected));
    }
  }

  @Override
  public boolean contains(Digest digest) {
    return head(digest).isPresent();
  }

  /// One that was cut off is written again.
  private boolean isWhole(Digest digest) {
    return head(digest)
        .filter(
            object -> String.valueOf(object.contentLength()).equals(object.metadata().get(BYTES)))
        .isPresent();
  }

  private Optional<HeadObjectResponse> head(Digest digest) {
    return askFor(
        "read",
        () -> client.headObject(request -> request.bucket(settings.bucket()).key(key(digest))));
  }

  @Override
  public void remove(Digest digest) {
    ask(
        "delete from",
        () -> client.deleteObject(request -> request.bucket(settings.bucket()).key(key(digest))));
    try {
      cache.remove(digest);
    } catch (IOException e) {
      throw failed("delete from the cache of", e);
    }
  }

  private String key(Digest digest) {
    return prefix + digest.hex().substring(0, 2) + "/" + digest.hex().substring(2);
  }

  private <T> T ask(String what, Callable<T> request) {
    return askFor(what, request)
        .orElseThrow(() -> failed(what, new IOException("there is no such bucket")));
  }

  private <T> Optional<T> askFor(String what, Callable<T> request) {
    try {
      return Optional.of(request.call());
    } catch (S3Exception e) {
      if (e.statusCode() == MISSING && !"NoSuchBucket".equals(code(e))) {
        return Optional.empty();
      }
      throw failed(what, e);
    } catch (AbortedException e) {
      Thread.currentThread().interrupt();
      throw failed(what, e);
    } catch (Exception e) {
      throw failed(what, e);
    }
  }

  private static String code(S3Exception e) {
    return e.awsErrorDetails() == null ? "" : String.valueOf(e.awsErrorDetails().errorCode());
  }

  private AssayException failed(String what, Exception cause) {
    String why =
        cause instanceof S3Exception s3
            ? "it answered " + s3.statusCode() + " " + code(s3)
            : String.valueOf(cause.getMessage());
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "Assay could not %s the storage %s: %s. Check that it runs and can be reached, and assay.storage.s3.*."
            .formatted(what, settings.where(), why),
        cause);
  }

  private Path incoming() {
    try {
      return cache.incoming();
    } catch (IOException e) {
      throw failed("write to the cache of", e);
    }
  }

  private static void removeQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the next start removes it
    }
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5"); // what S3 compares an upload with
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }
}
