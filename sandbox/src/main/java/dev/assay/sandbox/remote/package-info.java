/// What engines of other companies share: HTTP with limits and repetition, the helper that runs a
/// command in a sandbox where no agent of ours lives, and what it reports.
@NullMarked
package dev.assay.sandbox.remote;

import org.jspecify.annotations.NullMarked;
