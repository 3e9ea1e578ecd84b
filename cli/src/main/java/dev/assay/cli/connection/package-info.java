/// The connection to a server. [dev.assay.cli.connection.Connection] is the way in. It uses a named
/// server, the server on this home, or a private one. [dev.assay.cli.connection.PrivateServer]
/// starts and shares private servers; [dev.assay.cli.connection.PrivateService] runs in their
/// process.
@NullMarked
package dev.assay.cli.connection;

import org.jspecify.annotations.NullMarked;
