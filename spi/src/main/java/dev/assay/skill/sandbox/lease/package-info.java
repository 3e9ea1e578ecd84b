/// The right of a sandbox to exist, and what becomes of one whose holder died. An engine opens a
/// lease before it makes anything; whoever stores the leases ensures that nothing is left behind.
@NullMarked
package dev.assay.skill.sandbox.lease;

import org.jspecify.annotations.NullMarked;
