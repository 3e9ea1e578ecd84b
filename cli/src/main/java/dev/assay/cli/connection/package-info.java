/// The way to a server: one that was named, the one on this home, or a private one.
@NullMarked
package dev.assay.cli.connection;

import org.jspecify.annotations.NullMarked;
