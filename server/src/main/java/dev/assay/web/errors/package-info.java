/// The answers to errors: `{code, message, details}` for programs and a page for people.
/// [dev.assay.web.errors.Problems] maps an exception to a problem and is the place to start
/// reading; [dev.assay.web.errors.ProblemResponse] writes the answer. The interceptors here refuse
/// requests that are malformed or have no effect.
@NullMarked
package dev.assay.web.errors;

import org.jspecify.annotations.NullMarked;
