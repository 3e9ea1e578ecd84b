/// The formats of package indexes and their tools: pages of files, documents of npm, sources of
/// apt, checksums, files of credentials. Nothing here uses the network. Start with [SimplePage].
@NullMarked
package dev.assay.packages.format;

import org.jspecify.annotations.NullMarked;
