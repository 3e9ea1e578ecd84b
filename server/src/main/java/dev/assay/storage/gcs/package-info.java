/// Buckets of Google Cloud Storage, over its JSON interface. Without a library of Google's: five
/// requests are all it takes.
@NullMarked
package dev.assay.storage.gcs;

import org.jspecify.annotations.NullMarked;
