/// The sources of packages: the indexes of pip and npm, the mirror of Debian, and the door through
/// which installations in sandboxes reach them.
///
/// A sandbox that installs has no network. The requests of pip, npm and apt in it arrive at a
/// [dev.assay.packages.PackageDoor] outside, which asks only the configured indexes, adds
/// credentials, and records the answers. Inside there are only addresses of the door. Start with
/// [dev.assay.packages.PackageDoors].
@NullMarked
package dev.assay.packages;

import org.jspecify.annotations.NullMarked;
