/// Where the tables are: the PostgreSQL that Assay brings along and runs under its home, or the
/// address of one that somebody else runs. The only package that knows how the embedded one is
/// started.
@NullMarked
package dev.assay.database;

import org.jspecify.annotations.NullMarked;
