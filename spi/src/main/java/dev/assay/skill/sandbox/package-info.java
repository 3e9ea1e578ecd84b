/// The interface of sandbox engines, for every provider.
///
/// A [dev.assay.skill.sandbox.SandboxEngine] creates a [dev.assay.skill.sandbox.Sandbox] from a
/// [dev.assay.skill.sandbox.SandboxSpec]. The engine enforces the spec exactly or refuses it before
/// anything starts. The result of a command is a [dev.assay.skill.sandbox.CommandResult]; a failure
/// of the platform is a [dev.assay.skill.sandbox.SandboxFailure]. The two are never mixed up.
@NullMarked
package dev.assay.skill.sandbox;

import org.jspecify.annotations.NullMarked;
