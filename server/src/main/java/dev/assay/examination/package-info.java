/// Looks at a machine, its sandboxes, package indexes and models, and the preparation of bases and
/// readings that commands need without a server. `assay doctor` shows them.
@NullMarked
package dev.assay.examination;

import org.jspecify.annotations.NullMarked;
