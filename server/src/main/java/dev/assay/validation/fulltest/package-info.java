/// The full test: every admitted skill on the tasks it was admitted with and on new ones, online
/// and offline, in the image that is in use.
@NullMarked
package dev.assay.validation.fulltest;

import org.jspecify.annotations.NullMarked;
