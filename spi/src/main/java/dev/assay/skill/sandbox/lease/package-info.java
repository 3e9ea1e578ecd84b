/// The right of a sandbox to exist, and the removal of sandboxes whose holder died. An engine opens
/// a lease before it makes anything; the store of the leases ensures that nothing is left behind.
/// Start with [Leases].
@NullMarked
package dev.assay.skill.sandbox.lease;

import org.jspecify.annotations.NullMarked;
