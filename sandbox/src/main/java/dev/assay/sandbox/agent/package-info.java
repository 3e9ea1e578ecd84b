/// The conversation with the agent inside a sandbox: frames over its stdin and stdout, one channel
/// for each command and each connection. A side sends only as many bytes as the other has said it
/// has room for, so a slow reader holds up nobody else.
@NullMarked
package dev.assay.sandbox.agent;

import org.jspecify.annotations.NullMarked;
