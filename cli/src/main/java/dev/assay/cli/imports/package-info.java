/// `assay skills import`, `outdated` and `update`: skills of git repositories, each pinned to the
/// commit it came from.
@NullMarked
package dev.assay.cli.imports;

import org.jspecify.annotations.NullMarked;
