/// The commands about sandboxes and images. [dev.assay.cli.sandbox.SandboxRunCommand] runs a
/// command in a sandbox of this home without a server and without a database.
/// [dev.assay.cli.sandbox.ImagesCommand] asks a server about its runtime images.
@NullMarked
package dev.assay.cli.sandbox;

import org.jspecify.annotations.NullMarked;
