/// Who is calling and what they may reach: tokens, cookies, the identity provider, the rules by
/// path.
@NullMarked
package dev.assay.web.access;

import org.jspecify.annotations.NullMarked;
