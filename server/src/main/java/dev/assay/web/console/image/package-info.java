/// The pages of runtime images: which there are, what each brought, and going back to one.
@NullMarked
package dev.assay.web.console.image;

import org.jspecify.annotations.NullMarked;
