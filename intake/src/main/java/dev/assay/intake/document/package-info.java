/// YAML and JSON from strangers, read into one bounded tree that knows its lines.
///
/// YAML is read with the failsafe schema: every scalar is text, so a name written `123` is the name
/// "123" and `no` is not false. Depth, size and repetition by alias are bounded.
@NullMarked
package dev.assay.intake.document;

import org.jspecify.annotations.NullMarked;
