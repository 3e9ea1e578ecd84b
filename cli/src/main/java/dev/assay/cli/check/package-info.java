/// `assay check` from the inside: finding skills under the given paths, examining them in parallel,
/// and writing what was found as text, JSON, SARIF or JUnit XML.
///
/// Whatever is quoted from a skill has its control characters spelled out before it reaches a
/// terminal or a file.
@NullMarked
package dev.assay.cli.check;

import org.jspecify.annotations.NullMarked;
