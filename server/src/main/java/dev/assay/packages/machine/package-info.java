/// What this machine's own pip, npm and apt are configured to use.
@NullMarked
package dev.assay.packages.machine;

import org.jspecify.annotations.NullMarked;
