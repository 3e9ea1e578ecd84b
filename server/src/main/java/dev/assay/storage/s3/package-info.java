/// Buckets of Amazon S3 and of servers with the same protocol.
@NullMarked
package dev.assay.storage.s3;

import org.jspecify.annotations.NullMarked;
