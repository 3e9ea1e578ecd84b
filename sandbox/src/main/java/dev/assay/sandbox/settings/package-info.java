/// The settings of the engines, and the operations that only one of them has. Every room that uses
/// sandboxes may use this package.
@NullMarked
package dev.assay.sandbox.settings;

import org.jspecify.annotations.NullMarked;
