/// Sandboxes as containers of a Docker daemon on this machine, over its socket. The helper is the
/// first process of each container: commands, files and ports go through it, not through the
/// daemon.
@NullMarked
package dev.assay.sandbox.docker;

import org.jspecify.annotations.NullMarked;
