/// An engine as a third party would write it, to show how little that takes. Start with
/// [BubblewrapEngine].
@NullMarked
package dev.assay.testkit.engine;

import org.jspecify.annotations.NullMarked;
