/// The console's pages.
@NullMarked
package dev.assay.web.console;

import org.jspecify.annotations.NullMarked;
