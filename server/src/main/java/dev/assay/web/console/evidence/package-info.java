/// What validations found, as pages show it. Read from JSON without trust: what is missing is
/// empty, what is too long is cut, and nothing here is markup.
@NullMarked
package dev.assay.web.console.evidence;

import org.jspecify.annotations.NullMarked;
