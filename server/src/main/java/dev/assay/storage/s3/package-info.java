/// Buckets of Amazon S3, and of whatever speaks like it.
@NullMarked
package dev.assay.storage.s3;

import org.jspecify.annotations.NullMarked;
