/// Everything that speaks HTTP: the REST interface, the console, sign-in, error bodies. What goes
/// over the wire is defined here and nowhere else; what happens is decided in the packages below.
@NullMarked
package dev.assay.web;

import org.jspecify.annotations.NullMarked;
