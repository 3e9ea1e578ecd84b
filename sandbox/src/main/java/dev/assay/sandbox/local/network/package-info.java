/// The proxy for networks with an allow-list. It ends connections that name a host outside of the
/// list. Start with [AllowListProxy].
@NullMarked
package dev.assay.sandbox.local.network;

import org.jspecify.annotations.NullMarked;
