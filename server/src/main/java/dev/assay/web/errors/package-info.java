/// One shape for everything that goes wrong: `{code, message, details}` for programs, a page for
/// people.
@NullMarked
package dev.assay.web.errors;

import org.jspecify.annotations.NullMarked;
