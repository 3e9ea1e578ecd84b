/// Which parts a server is made of. [dev.assay.wiring.Wiring] is the table of contents: one class
/// for each part, which reads its settings and makes it.
@NullMarked
package dev.assay.wiring;

import org.jspecify.annotations.NullMarked;
