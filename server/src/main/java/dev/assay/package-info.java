/// The root of the house: main, configuration and wiring. It sees every room and no room sees it.
@NullMarked
package dev.assay;

import org.jspecify.annotations.NullMarked;
