/// Checks of a server's answers against its published API description. Start with [ApiContract].
@NullMarked
package dev.assay.testkit.contract;

import org.jspecify.annotations.NullMarked;
