/// Parses one declaration of a package by the rules of its ecosystem: PEP 508 and PEP 440 for
/// Python, npm's names and ranges, Debian's names and versions.
@NullMarked
package dev.assay.intake.requirement;

import org.jspecify.annotations.NullMarked;
