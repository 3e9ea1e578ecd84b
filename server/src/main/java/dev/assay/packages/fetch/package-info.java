/// Asks package indexes, over HTTP or in folders of this machine. It decides on trust, credentials,
/// redirects and timeouts. Start with [Fetcher].
@NullMarked
package dev.assay.packages.fetch;

import org.jspecify.annotations.NullMarked;
