/// The shared parts of the engines of providers: HTTP with timeouts and retries, the helper that
/// runs a command in a sandbox without Assay's agent, and its reports. Start with [RemoteEngine]; a
/// provider implements [RemoteProvider].
@NullMarked
package dev.assay.sandbox.remote;

import org.jspecify.annotations.NullMarked;
