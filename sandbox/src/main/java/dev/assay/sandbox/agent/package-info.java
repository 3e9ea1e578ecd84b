/// The protocol with the agent inside a sandbox: frames over its stdin and stdout, with a channel
/// for each command and each connection. A side sends only as many bytes as the other has announced
/// room for, so a slow reader delays no other channel. Start with [AgentLink].
@NullMarked
package dev.assay.sandbox.agent;

import org.jspecify.annotations.NullMarked;
