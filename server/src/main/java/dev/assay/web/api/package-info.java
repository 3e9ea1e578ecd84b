/// The REST interface. Each controller serves one kind of resource and defines its wire records.
/// Every operation has an `@Operation`, from which `web.description` makes the OpenAPI document.
/// Rooms below do the work.
@NullMarked
package dev.assay.web.api;

import org.jspecify.annotations.NullMarked;
