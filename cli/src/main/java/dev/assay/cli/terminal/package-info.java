/// What commands share towards the terminal: exit codes, tables, and the person who may sit there.
@NullMarked
package dev.assay.cli.terminal;

import org.jspecify.annotations.NullMarked;
