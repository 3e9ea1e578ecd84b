/// The answers that programs read, as records. [dev.assay.wire.Verdict] is the place to start.
///
/// The names of the components in snake case are the keys of the JSON. A `@Nullable` component is
/// written as null; an empty `Optional` is left out. Texts may quote a skill, so they are untrusted
/// wherever they are shown.
@NullMarked
package dev.assay.wire;

import org.jspecify.annotations.NullMarked;
