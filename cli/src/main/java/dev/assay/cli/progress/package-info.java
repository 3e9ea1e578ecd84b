/// The display of a running validation. [dev.assay.cli.progress.ProgressView] has two forms:
/// [dev.assay.cli.progress.LiveProgress] for terminals and [dev.assay.cli.progress.PlainProgress]
/// for logs. [dev.assay.cli.progress.RunStatus] is the status that they show.
@NullMarked
package dev.assay.cli.progress;

import org.jspecify.annotations.NullMarked;
