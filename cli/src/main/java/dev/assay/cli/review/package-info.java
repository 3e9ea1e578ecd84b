/// The reviewer's commands: approve, reject and delete, and the differences between versions. Each
/// command is a class of its own. [dev.assay.cli.review.RunFollower] follows the run that a
/// decision starts.
@NullMarked
package dev.assay.cli.review;

import org.jspecify.annotations.NullMarked;
