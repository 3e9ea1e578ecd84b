/// The settings of a server: what there is to set, where the values come from, and what is wrong
/// with them. A server does not start with a setting it does not understand.
@NullMarked
package dev.assay.configuration;

import org.jspecify.annotations.NullMarked;
