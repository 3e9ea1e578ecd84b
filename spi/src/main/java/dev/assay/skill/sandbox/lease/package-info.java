/// The right of a sandbox to exist, and what becomes of one whose holder died. An engine opens a
/// lease before it makes anything; whoever keeps the book sees to it that nothing is forgotten.
@NullMarked
package dev.assay.skill.sandbox.lease;

import org.jspecify.annotations.NullMarked;
