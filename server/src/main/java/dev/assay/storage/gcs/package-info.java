/// Buckets of Google Cloud Storage, over its JSON interface. It needs only five requests, so it
/// uses no library of Google's. Start with [GcsBucket].
@NullMarked
package dev.assay.storage.gcs;

import org.jspecify.annotations.NullMarked;
