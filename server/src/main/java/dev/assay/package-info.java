/// The root: main, configuration and wiring. It sees every other package and none of them sees it.
@NullMarked
package dev.assay;

import org.jspecify.annotations.NullMarked;
