@NullMarked
package sample.house.loop.two;

import org.jspecify.annotations.NullMarked;
