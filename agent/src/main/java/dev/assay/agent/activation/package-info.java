/// Decides from shell lines whether a skill was really used. A line is read word by word, as a
/// shell would read it: quotes, variables, globs, pipes, subshells and programs that start other
/// programs. A skill that a line merely lists or mentions is not used.
///
/// It is a reader, not a shell: functions, arithmetic and the results of programs stay unknown. If
/// the sandbox engine reports file accesses, this evidence fills the gap. Start with [ShellLine]
/// and [SeenInTranscript].
@NullMarked
package dev.assay.agent.activation;

import org.jspecify.annotations.NullMarked;
