/// How object stores are reached.
@NullMarked
package dev.assay.storage.settings;

import org.jspecify.annotations.NullMarked;
