/// The result of a validation for people, programs and build servers.
/// [dev.assay.cli.verdict.VerdictEnding] is the outcome of the command. Each `Verdict…` class
/// beside it writes the outcome in one form: text, JSON, JUnit XML or SARIF.
@NullMarked
package dev.assay.cli.verdict;

import org.jspecify.annotations.NullMarked;
