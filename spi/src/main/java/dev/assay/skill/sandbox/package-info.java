/// What a sandbox engine offers, whoever provides it.
///
/// A [dev.assay.skill.sandbox.SandboxEngine] creates a [dev.assay.skill.sandbox.Sandbox] from a
/// [dev.assay.skill.sandbox.SandboxSpec]. What the spec asks for is enforced exactly or refused
/// before anything starts. What a command did is a [dev.assay.skill.sandbox.CommandResult]; what
/// the platform failed to do is a [dev.assay.skill.sandbox.SandboxFailure]. The two are never mixed
/// up.
@NullMarked
package dev.assay.skill.sandbox;

import org.jspecify.annotations.NullMarked;
