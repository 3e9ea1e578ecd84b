/// Where packages come from: the indexes of pip and npm, the mirror of Debian, and the door through
/// which installations in sandboxes reach them.
///
/// A sandbox that installs has no network. What pip, npm and apt ask for in it arrives at a
/// [dev.assay.packages.PackageDoor] on our side, which asks the configured indexes and nobody else,
/// adds credentials, and records what came. Inside there are only addresses of the door.
@NullMarked
package dev.assay.packages;

import org.jspecify.annotations.NullMarked;
