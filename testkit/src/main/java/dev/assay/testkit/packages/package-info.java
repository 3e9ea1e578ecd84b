/// A package index for pip and a registry for npm that tests run themselves, with the packages to
/// put into them.
@NullMarked
package dev.assay.testkit.packages;

import org.jspecify.annotations.NullMarked;
