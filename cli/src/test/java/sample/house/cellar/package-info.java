@NullMarked
package sample.house.cellar;

import org.jspecify.annotations.NullMarked;
