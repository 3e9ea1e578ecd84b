@NullMarked
package sample.house.ground;

import org.jspecify.annotations.NullMarked;
