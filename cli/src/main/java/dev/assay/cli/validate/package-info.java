/// The validation of one skill, as the command line sees it.
@NullMarked
package dev.assay.cli.validate;

import org.jspecify.annotations.NullMarked;
