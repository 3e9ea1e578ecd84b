/// What servers answer, compared with what they publish about themselves.
@NullMarked
package dev.assay.testkit.contract;

import org.jspecify.annotations.NullMarked;
