/// Bytes from anyone become files in a quarantine folder, or a refusal.
///
/// Every limit is enforced while reading, so a bomb is stopped at the limit and not after it. An
/// entry's name is checked before a file is made for it, and nothing is made outside the
/// quarantine. Folders and nested archives pass the same limits.
@NullMarked
package dev.assay.intake.archive;

import org.jspecify.annotations.NullMarked;
