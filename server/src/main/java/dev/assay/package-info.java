/// The root of the server. [dev.assay.AssayServer] starts a server and is the place to start
/// reading. `configuration` reads its settings, and `wiring` makes its parts. The other classes
/// serve commands that need no running server: backup, restore and the examinations of `doctor`.
/// The root uses every other package, and only the command line uses it.
@NullMarked
package dev.assay;

import org.jspecify.annotations.NullMarked;
