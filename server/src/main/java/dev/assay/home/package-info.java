/// The folder with all files of one installation (`ASSAY_HOME`): its layout, its permissions, the
/// lock that allows one server at a time, and the file with which the command line finds that
/// server. Start with [Home].
///
/// It needs neither Spring nor a database, so that a command can look into a home in milliseconds.
@NullMarked
package dev.assay.home;

import org.jspecify.annotations.NullMarked;
