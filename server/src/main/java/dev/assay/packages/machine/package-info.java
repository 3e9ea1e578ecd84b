/// Reads the configuration of this machine's own pip, npm and apt. Start with [OwnTools].
@NullMarked
package dev.assay.packages.machine;

import org.jspecify.annotations.NullMarked;
