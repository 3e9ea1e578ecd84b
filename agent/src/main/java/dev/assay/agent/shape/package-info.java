/// JSON as models write it: found in their text, read with patience, checked against a schema.
@NullMarked
package dev.assay.agent.shape;

import org.jspecify.annotations.NullMarked;
