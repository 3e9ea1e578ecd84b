/// The local engine: a sandbox in some ten milliseconds, without root and without a daemon.
///
/// Each sandbox is one helper process beside it (network, evidence, usage) and one agent inside it,
/// the first process of its own. Bubblewrap closes the door; overlays give it a writable file
/// system of its own on top of a base and frozen layers. It ends when its owner closes the agent's
/// input, which the kernel does for an owner that was killed.
@NullMarked
package dev.assay.sandbox.local;

import org.jspecify.annotations.NullMarked;
