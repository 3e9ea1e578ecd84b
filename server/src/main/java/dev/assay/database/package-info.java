/// The database: the PostgreSQL that Assay brings along and runs under its home, or the address of
/// one that the operator runs. Only this package starts the embedded one. Start with
/// [EmbeddedDatabase] and [SharedConnections].
@NullMarked
package dev.assay.database;

import org.jspecify.annotations.NullMarked;
