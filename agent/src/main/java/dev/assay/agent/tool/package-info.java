/// The tools an agent has in its sandbox, and the two every agent has: its list of things to do and
/// its helpers. All file work is done inside the sandbox; a path shown is a path inside.
@NullMarked
package dev.assay.agent.tool;

import org.jspecify.annotations.NullMarked;
