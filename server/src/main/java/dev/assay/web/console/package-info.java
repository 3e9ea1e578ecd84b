/// The pages of the console. Each page is a controller named `…Page`; a record named `…View` holds
/// its content, and a template in `src/main/jte` renders it. [dev.assay.web.console.PageFrame] is
/// the frame of every page. The sub-packages hold the pages of one subject each.
@NullMarked
package dev.assay.web.console;

import org.jspecify.annotations.NullMarked;
