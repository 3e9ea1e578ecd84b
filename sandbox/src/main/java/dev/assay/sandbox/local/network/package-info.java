/// What a sandbox reaches and tries to reach: the record kept from outside, and the proxy for
/// networks with an allow-list.
@NullMarked
package dev.assay.sandbox.local.network;

import org.jspecify.annotations.NullMarked;
