/// Where tasks are done: sandboxes with the layout every agent knows, and nothing in them that
/// shows which skill is meant or that it is a test.
@NullMarked
package dev.assay.validation.lab;

import org.jspecify.annotations.NullMarked;
