/// Reads untrusted YAML and JSON into a tree of bounded size that knows its lines. The doors are
/// [dev.assay.intake.document.YamlReader] and [dev.assay.intake.document.JsonReader].
///
/// YAML is read with the failsafe schema: every scalar is text, so a name written `123` is the name
/// "123" and `no` is not false. Depth, size and repetition by alias are limited.
@NullMarked
package dev.assay.intake.document;

import org.jspecify.annotations.NullMarked;
