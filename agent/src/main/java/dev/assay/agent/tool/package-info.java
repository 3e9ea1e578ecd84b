/// The tools of an agent: the tools of its sandbox, and the two that every agent has, its list of
/// things to do and its sub-agents. All file work is done inside the sandbox; a path shown is a
/// path inside. Start with [SandboxToolbox].
@NullMarked
package dev.assay.agent.tool;

import org.jspecify.annotations.NullMarked;
