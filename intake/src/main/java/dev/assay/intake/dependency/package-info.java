/// Finds what a skill needs installed, wherever it says so: the frontmatter, requirements files,
/// package.json, inline script metadata (PEP 723), and pinned `uvx` and `npx` commands.
///
/// Every declaration is parsed by the rules of its ecosystem (PEP 508 and PEP 440, npm ranges,
/// Debian names) into one model. A line that does not parse is an error with its line number:
/// guessing here would install something nobody meant.
@NullMarked
package dev.assay.intake.dependency;

import org.jspecify.annotations.NullMarked;
