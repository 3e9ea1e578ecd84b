@NullMarked
package sample.house.attic.inner;

import org.jspecify.annotations.NullMarked;
