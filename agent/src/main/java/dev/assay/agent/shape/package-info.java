/// JSON as models write it: found in their text, parsed leniently, and checked against a schema.
/// Start with [JsonInText] and [JsonCheck].
@NullMarked
package dev.assay.agent.shape;

import org.jspecify.annotations.NullMarked;
