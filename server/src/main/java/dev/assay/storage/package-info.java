/// Where files are kept: a folder, or an object store (S3, Google Cloud Storage). What several
/// servers on one database need of each other goes through it: archives and packages as blobs,
/// layers of images, the files of conversations and sessions. The database names what is there;
/// nothing is named before it is stored.
@NullMarked
package dev.assay.storage;

import org.jspecify.annotations.NullMarked;
