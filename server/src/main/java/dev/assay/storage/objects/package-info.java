/// Blobs as objects of a bucket of any provider, with copies on this server's disk. Start with
/// [ObjectBlobStore].
@NullMarked
package dev.assay.storage.objects;

import org.jspecify.annotations.NullMarked;
