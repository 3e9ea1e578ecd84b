/// The start and the end of a server: settings, home, lock, parts, address. Start reading at
/// [AssayServer].
@NullMarked
package dev.assay.start;

import org.jspecify.annotations.NullMarked;
