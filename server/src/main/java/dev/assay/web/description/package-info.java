/// The description of the REST interface. [dev.assay.web.description.ApiDocument] builds the
/// OpenAPI document from the controllers and their records and is the place to start reading.
/// [dev.assay.web.description.DescriptionController] serves it with a page that shows it.
@NullMarked
package dev.assay.web.description;

import org.jspecify.annotations.NullMarked;
