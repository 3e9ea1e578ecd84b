/// Storage of files: a folder, or an object store (S3, Google Cloud Storage). It holds the files
/// that several servers on one database share: archives and packages as blobs, layers of images,
/// the files of conversations and sessions. The database names the files; a file is named only
/// after it is stored. Start with [Storage].
@NullMarked
package dev.assay.storage;

import org.jspecify.annotations.NullMarked;
