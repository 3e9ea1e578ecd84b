/// The command line: starts without Spring, talks HTTP to a server for everything that needs one.
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
