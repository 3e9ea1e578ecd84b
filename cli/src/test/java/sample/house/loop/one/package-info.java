@NullMarked
package sample.house.loop.one;

import org.jspecify.annotations.NullMarked;
