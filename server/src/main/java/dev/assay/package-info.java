/// The root: how a server starts, with its settings (`configuration`) and its parts (`wiring`). It
/// sees every other package and none of them sees it.
@NullMarked
package dev.assay;

import org.jspecify.annotations.NullMarked;
