/// Blobs as objects of a bucket, whoever keeps it, with copies on this server's disk.
@NullMarked
package dev.assay.storage.objects;

import org.jspecify.annotations.NullMarked;
