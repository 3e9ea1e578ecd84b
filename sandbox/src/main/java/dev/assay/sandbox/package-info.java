/// Sandboxes: where untrusted things run. This package is the public interface.
///
/// [dev.assay.sandbox.SandboxEngines] makes an engine from its settings. Every sandbox has a
/// [dev.assay.skill.sandbox.lease.Lease], opened before anything of it exists and closed when
/// nothing of it is left; the [dev.assay.sandbox.Reaper] removes what dead holders left behind.
/// Engines live in sub-packages of their own. [dev.assay.sandbox.Workspaces] makes the sandboxes in
/// which agents work, the same for a task of a validation and for a turn of a conversation.
@NullMarked
package dev.assay.sandbox;

import org.jspecify.annotations.NullMarked;
