package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/// The settings of the storage of files.
public final class StorageCatalogue {
  private StorageCatalogue() {}

  public static final String S3 = "s3";
  public static final String GCS = "gcs";
  public static final String NOBODY = "none";

  public static final Setting<String> KIND =
      Setting.of(
          "assay.storage.kind",
          Form.choice("folder", S3, GCS),
          "folder",
          "Where archives, packages, layers of images and files of conversations are kept for all"
              + " servers of a database: `folder` is `assay.storage.folder`, or `blobs` below the home"
              + " for a server that is alone; `s3` is an object store, `gcs` Google Cloud Storage.");

  public static final Setting<Path> FOLDER =
      Setting.optional(
          "assay.storage.folder",
          Form.FOLDER,
          "A folder that all servers of a database see. Unset, a server is alone with its home.");

  public static final Setting<String> S3_BUCKET =
      Setting.optional("assay.storage.s3.bucket", Form.TEXT, "The bucket, which has to be there.");

  public static final Setting<String> S3_PREFIX =
      Setting.of(
          "assay.storage.s3.prefix",
          Form.pattern("letters, digits and . _ - /", "[A-Za-z0-9._-][A-Za-z0-9._/-]*"),
          "assay",
          "What every key begins with. One prefix belongs to one database.");

  public static final Setting<String> S3_REGION =
      Setting.of("assay.storage.s3.region", Form.TEXT, "us-east-1", "The region of the bucket.");

  public static final Setting<URI> S3_ENDPOINT =
      Setting.optional(
          "assay.storage.s3.endpoint",
          Form.WEB_ADDRESS,
          "The address of an object store that is not Amazon's.");

  public static final Setting<String> S3_KEY =
      Setting.optional(
          "assay.storage.s3.key",
          Form.TEXT,
          "The id of the access key. Unset, credentials come from the `AWS_…` variables, the profile"
              + " or the role of the machine.");

  public static final Setting<Secret> S3_SECRET =
      Setting.optional("assay.storage.s3.secret", Form.SECRET, "The secret of the access key.");

  public static final Setting<Boolean> S3_PLAIN_HTTP =
      Setting.of(
          "assay.storage.s3.plain-http",
          Form.FLAG,
          "false",
          "Whether the endpoint may be `http://` on another machine, where everybody between can read"
              + " and change what is sent.");

  public static final Setting<String> GCS_BUCKET =
      Setting.optional(
          "assay.storage.gcs.bucket",
          Form.pattern("letters, digits and . _ -", "[A-Za-z0-9][A-Za-z0-9._-]*"),
          "The bucket of Google Cloud Storage, which has to be there.");

  public static final Setting<String> GCS_PREFIX =
      Setting.of(
          "assay.storage.gcs.prefix",
          Form.pattern("letters, digits and . _ - /", "[A-Za-z0-9._-][A-Za-z0-9._/-]*"),
          "assay",
          "What every object's name begins with. One prefix belongs to one database.");

  public static final Setting<Path> GCS_KEY_FILE =
      Setting.optional(
          "assay.storage.gcs.key-file",
          Form.FILE,
          "The key of a service account, as Google hands it out (JSON). The account needs the role"
              + " Storage Object User on the bucket.");

  public static final Setting<String> GCS_CREDENTIALS =
      Setting.of(
          "assay.storage.gcs.credentials",
          Form.choice("machine", NOBODY),
          "machine",
          "Without a key file: `machine` is the service account of the machine, for servers at"
              + " Google; `none` is nobody, for emulators.");

  public static final Setting<URI> GCS_ENDPOINT =
      Setting.of(
          "assay.storage.gcs.endpoint",
          Form.WEB_ADDRESS,
          "https://storage.googleapis.com",
          "The address of Google Cloud Storage, or of an emulator.");

  public static final Setting<Boolean> GCS_PLAIN_HTTP =
      Setting.of(
          "assay.storage.gcs.plain-http",
          Form.FLAG,
          "false",
          "Whether the endpoint may be `http://` on another machine, where everybody between can read"
              + " and change what is sent.");

  public static final Setting<Long> CACHE =
      Setting.of(
          "assay.storage.cache",
          Form.size("1 MB", "1000 GB"),
          "2 GB",
          "How much of an object store is kept as copies below the home (`cache`).");

  static final List<Setting<?>> ALL =
      List.of(
          KIND,
          FOLDER,
          S3_BUCKET,
          S3_PREFIX,
          S3_REGION,
          S3_ENDPOINT,
          S3_KEY,
          S3_SECRET,
          S3_PLAIN_HTTP,
          GCS_BUCKET,
          GCS_PREFIX,
          GCS_KEY_FILE,
          GCS_CREDENTIALS,
          GCS_ENDPOINT,
          GCS_PLAIN_HTTP,
          CACHE);
}
