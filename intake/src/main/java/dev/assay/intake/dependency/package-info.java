/// Reads the packages that a skill needs from every place that declares them: the frontmatter,
/// requirements files, package.json, inline script metadata (PEP 723), and pinned `uvx` and `npx`
/// commands. Start reading at [dev.assay.intake.dependency.DependencyReader].
///
/// Each declaration is parsed by the rules of its ecosystem (PEP 508 and PEP 440, npm ranges,
/// Debian names) into one model. A line that does not parse is an error with its line number,
/// because a guess could install the wrong package.
@NullMarked
package dev.assay.intake.dependency;

import org.jspecify.annotations.NullMarked;
