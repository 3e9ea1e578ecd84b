/// The local engine: a sandbox in some ten milliseconds, without root and without a daemon. Start
/// with [LocalEngine].
///
/// Each sandbox has a helper process beside it (network, evidence, usage) and an agent inside it,
/// the first process of its own. Bubblewrap isolates it; overlays give it a writable file system on
/// top of a base and frozen layers. It ends when its owner closes the agent's input, which the
/// kernel does for an owner that was killed.
@NullMarked
package dev.assay.sandbox.local;

import org.jspecify.annotations.NullMarked;
