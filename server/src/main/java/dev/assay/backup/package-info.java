/// Backups of a whole installation: [Backup] writes one, [Restoration] puts it into an empty home,
/// and [StorageAdoption] moves files into a shared storage.
@NullMarked
package dev.assay.backup;

import org.jspecify.annotations.NullMarked;
