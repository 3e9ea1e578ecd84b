/// The wiring of a server from its parts. [dev.assay.wiring.Wiring] is the way in: it imports one
/// class for each part, which reads the part's settings and creates it. Start reading there.
@NullMarked
package dev.assay.wiring;

import org.jspecify.annotations.NullMarked;
