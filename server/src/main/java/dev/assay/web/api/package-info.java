/// The REST interface and its wire records.
@NullMarked
package dev.assay.web.api;

import org.jspecify.annotations.NullMarked;
