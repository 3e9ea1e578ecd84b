/// Files that people and sandboxes made, on their way to a browser. They are shown only as what
/// they are seen to be, never as what they claim to be, and never as a page.
@NullMarked
package dev.assay.web.files;

import org.jspecify.annotations.NullMarked;
