/// Trees of files on their way into a sandbox and out of it, as tar archives. [TarStream] sends
/// them, [TarReceiver] receives them.
@NullMarked
package dev.assay.skill.sandbox.tree;

import org.jspecify.annotations.NullMarked;
