/// What is published about admitted skills: their archives, signed statements of how they were
/// admitted, and notices to the operator's webhook.
///
/// Nothing here changes a skill; it reads the registry and its audit log.
@NullMarked
package dev.assay.publication;

import org.jspecify.annotations.NullMarked;
