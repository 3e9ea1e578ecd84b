/// The folder that holds everything one installation owns (`ASSAY_HOME`): where things lie in it,
/// that it is ours alone, that one server at a time uses it, and how the command line finds that
/// server.
///
/// No Spring and no database, so that a command can look into a home in milliseconds.
@NullMarked
package dev.assay.home;

import org.jspecify.annotations.NullMarked;
