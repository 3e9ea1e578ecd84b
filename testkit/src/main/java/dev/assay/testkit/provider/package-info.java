/// Servers that speak the APIs of Daytona and E2B on top of real sandboxes of another engine:
/// commands really run. Requests are checked against a description, and the servers fail on demand.
/// The companies' own client libraries work with them. Start with [ProviderServer].
@NullMarked
package dev.assay.testkit.provider;

import org.jspecify.annotations.NullMarked;
