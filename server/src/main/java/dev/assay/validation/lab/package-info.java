/// Where tasks are done: sandboxes with the layout every agent knows, and nothing in them that
/// tells which skill is meant or that somebody is watching.
@NullMarked
package dev.assay.validation.lab;

import org.jspecify.annotations.NullMarked;
