/// A package index for pip and a registry for npm that tests run themselves, with packages for
/// them. Start with [PipIndex] or [NpmRegistry].
@NullMarked
package dev.assay.testkit.packages;

import org.jspecify.annotations.NullMarked;
