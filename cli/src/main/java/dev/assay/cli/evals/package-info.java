/// `assay evals`: an author's tests before they are tried.
@NullMarked
package dev.assay.cli.evals;

import org.jspecify.annotations.NullMarked;
