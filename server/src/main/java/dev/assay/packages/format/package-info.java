/// What package indexes and their tools write: pages of files, documents of npm, sources of apt,
/// checksums, files of credentials. Nothing here talks to anybody.
@NullMarked
package dev.assay.packages.format;

import org.jspecify.annotations.NullMarked;
