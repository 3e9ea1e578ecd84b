/// How engines are set up, and what can be said to one of them beyond what every engine
/// understands. Open to everybody who uses sandboxes.
@NullMarked
package dev.assay.sandbox.settings;

import org.jspecify.annotations.NullMarked;
