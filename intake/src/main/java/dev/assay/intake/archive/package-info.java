/// Unpacks untrusted archives into a quarantine folder, or refuses them. Start reading at
/// [dev.assay.intake.archive.Unpacker].
///
/// Limits are enforced while reading, so that a bomb is stopped at the limit. Each entry's name is
/// checked before its file is made, and no file is made outside the quarantine. Folders and nested
/// archives are read under the same limits.
@NullMarked
package dev.assay.intake.archive;

import org.jspecify.annotations.NullMarked;
