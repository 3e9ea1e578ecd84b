/// Asks package indexes, over HTTP or in folders of this machine: whom to trust, whose credentials
/// go where, where a request may lead, and how long to wait.
@NullMarked
package dev.assay.packages.fetch;

import org.jspecify.annotations.NullMarked;
