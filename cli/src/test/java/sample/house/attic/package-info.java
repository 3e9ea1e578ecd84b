@NullMarked
package sample.house.attic;

import org.jspecify.annotations.NullMarked;
