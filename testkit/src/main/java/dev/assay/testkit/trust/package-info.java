/// Skills, agents and judges with known truth, for measuring how often a verdict is wrong.
@NullMarked
package dev.assay.testkit.trust;

import org.jspecify.annotations.NullMarked;
