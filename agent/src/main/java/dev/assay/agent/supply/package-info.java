/// Where answers come from: several servers and keys that stand in for each other, and recordings.
@NullMarked
package dev.assay.agent.supply;

import org.jspecify.annotations.NullMarked;
