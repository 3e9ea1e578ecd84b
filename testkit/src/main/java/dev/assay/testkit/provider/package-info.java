/// Servers that speak the interfaces of Daytona and E2B on top of real sandboxes of another engine:
/// commands really run. What is asked of them is checked against a description, and they fail on
/// demand. The companies' own client libraries work with them.
@NullMarked
package dev.assay.testkit.provider;

import org.jspecify.annotations.NullMarked;
