/// The result of a validation, for people, programs and build servers.
@NullMarked
package dev.assay.cli.verdict;

import org.jspecify.annotations.NullMarked;
