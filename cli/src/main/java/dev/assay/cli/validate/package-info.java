/// The walk of one skill through the gate, as the command line sees it.
@NullMarked
package dev.assay.cli.validate;

import org.jspecify.annotations.NullMarked;
