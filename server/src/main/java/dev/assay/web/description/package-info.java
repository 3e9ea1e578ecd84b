/// What the interface says of itself: the OpenAPI document, made from the controllers and their
/// records, and the page that shows it.
@NullMarked
package dev.assay.web.description;

import org.jspecify.annotations.NullMarked;
