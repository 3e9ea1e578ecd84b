/// What the REST interface and the console do alike about uploads.
@NullMarked
package dev.assay.web.skills;

import org.jspecify.annotations.NullMarked;
