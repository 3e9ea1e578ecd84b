/// The reviewer's commands: approve, reject, delete, and how versions differ.
@NullMarked
package dev.assay.cli.review;

import org.jspecify.annotations.NullMarked;
