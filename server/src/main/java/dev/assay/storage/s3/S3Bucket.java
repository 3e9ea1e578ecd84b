package dev.assay.storage.s3;

import dev.assay.storage.objects.BrokenOffException;
import dev.assay.storage.objects.Bucket;
import dev.assay.storage.settings.S3Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// A bucket of S3, with the library of Amazon.
public final class S3Bucket implements Bucket {
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration OF_SILENCE = Duration.ofSeconds(30);
  private static final long LARGEST = 5L << 30; // of one request
  private static final int MISSING = 404;

  private final S3Settings settings;
  private final S3Client client;

  public S3Bucket(S3Settings settings) {
    this.settings = settings;
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
    this.client = builder.build();
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

  @Override
  public String where() {
    return settings.where();
  }

  @Override
  public String prefix() {
    return settings.prefix();
  }

  @Override
  public String settings() {
    return "assay.storage.s3.*";
  }

  @Override
  public long largest() {
    return LARGEST;
  }

  @Override
  public Optional<Facts> find(String key) throws IOException {
    return askFor(() -> client.headObject(request -> request.bucket(settings.bucket()).key(key)))
        .map(
            object ->
                new Facts(
                    String.valueOf(object.eTag()), object.contentLength(), object.metadata()));
  }

  @Override
  public void put(
      String key, Path file, byte[] md5, Map<String, String> notes, Optional<Facts> replaced)
      throws IOException {
    PutObjectRequest request =
        PutObjectRequest.builder()
            .bucket(settings.bucket())
            .key(key)
            .contentMD5(Base64.getEncoder().encodeToString(md5))
            .metadata(notes)
            .build();
    ask(() -> client.putObject(request, RequestBody.fromFile(file)));
  }

  @Override
  public Optional<Facts> fetch(String key, OutputStream sink) throws IOException {
    Optional<ResponseInputStream<GetObjectResponse>> found =
        askFor(() -> client.getObject(request -> request.bucket(settings.bucket()).key(key)));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (ResponseInputStream<GetObjectResponse> object = found.get()) {
      copy(object, sink);
      GetObjectResponse facts = object.response();
      return Optional.of(
          new Facts(String.valueOf(facts.eTag()), facts.contentLength(), facts.metadata()));
    }
  }

  /// Copies an object to a sink. A full disk is another failure than a stream that breaks off.
  private static void copy(ResponseInputStream<GetObjectResponse> object, OutputStream sink)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int count = read(object, buffer); count >= 0; count = read(object, buffer)) {
      sink.write(buffer, 0, count);
    }
  }

  private static int read(ResponseInputStream<GetObjectResponse> object, byte[] buffer)
      throws IOException {
    try {
      return object.read(buffer);
    } catch (AbortedException e) {
      throw interrupted(e);
    } catch (IOException | SdkException e) {
      throw new BrokenOffException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void delete(String key) throws IOException {
    ask(() -> client.deleteObject(request -> request.bucket(settings.bucket()).key(key)));
  }

  private static <T> void ask(Callable<T> request) throws IOException {
    if (askFor(request).isEmpty()) {
      throw new IOException("there is no such bucket");
    }
  }

  private static <T> Optional<T> askFor(Callable<T> request) throws IOException {
    try {
      return Optional.of(request.call());
    } catch (S3Exception e) {
      if (e.statusCode() == MISSING && !"NoSuchBucket".equals(code(e))) {
        return Optional.empty();
      }
      throw new IOException("it answered " + e.statusCode() + " " + code(e), e);
    } catch (AbortedException e) {
      throw interrupted(e);
    } catch (Exception e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static IOException interrupted(AbortedException e) {
    return (IOException) new InterruptedIOException("interrupted").initCause(e);
  }

  private static String code(S3Exception e) {
    return e.awsErrorDetails() == null ? "" : String.valueOf(e.awsErrorDetails().errorCode());
  }

  @Override
  public void close() {
    client.close();
  }
}
