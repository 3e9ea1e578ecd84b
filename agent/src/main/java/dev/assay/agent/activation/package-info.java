/// How it is known that a skill was really used. Shell lines are read word by word, as a shell
/// would read them: quotes, variables, globs, pipes, subshells and programs that start other
/// programs. What a line merely lists or mentions is no use.
///
/// It is a reader, not a shell: functions, arithmetic and values that only a program could know
/// stay unknown. Where the sandbox engine reports what was opened, that evidence fills the gap.
@NullMarked
package dev.assay.agent.activation;

import org.jspecify.annotations.NullMarked;
