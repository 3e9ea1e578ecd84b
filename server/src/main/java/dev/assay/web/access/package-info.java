/// Authentication and permissions. [dev.assay.web.access.SecurityRules] sets up the chain of
/// filters and is the place to start reading. [dev.assay.web.access.CallerFilter] finds the
/// [dev.assay.web.access.Caller] of a request, and [dev.assay.web.access.AccessRules] holds the
/// permissions by path. The `Oidc…` classes accept an identity provider.
@NullMarked
package dev.assay.web.access;

import org.jspecify.annotations.NullMarked;
