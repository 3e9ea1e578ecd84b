/// The shell side of Assay: the launcher, the build, the archive, the caches.
@NullMarked
package dev.assay.cli.launcher;

import org.jspecify.annotations.NullMarked;
