/// The HTTP side of the server: the REST interface (`api`), the console (`console`), sign-in and
/// permissions (`access`), and errors (`errors`). Wire records are defined only here. Decisions are
/// made in the packages below. Each address has a controller or a page class. A request first
/// passes the filters in `access`.
@NullMarked
package dev.assay.web;

import org.jspecify.annotations.NullMarked;
