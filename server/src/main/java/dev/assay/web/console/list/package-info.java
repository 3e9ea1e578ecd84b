/// Lists with search and paging. The state is in the address alone.
/// [dev.assay.web.console.list.Search] reads it from a request, and
/// [dev.assay.web.console.list.Excerpt] holds the rows of the page.
@NullMarked
package dev.assay.web.console.list;

import org.jspecify.annotations.NullMarked;
