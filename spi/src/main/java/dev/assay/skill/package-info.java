/// The types that every other package uses, and the interfaces that providers implement.
///
/// A type is a value that checks itself when it is made, so a package that holds one need not check
/// it again. This package uses the JDK and nothing else, so that a third party can write a provider
/// without depending on the server. Start with [Bundle] for a skill, and with
/// [dev.assay.skill.sandbox.SandboxEngine] or [dev.assay.skill.model.ChatModel] for a provider.
@NullMarked
package dev.assay.skill;

import org.jspecify.annotations.NullMarked;
