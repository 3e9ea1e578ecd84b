/// Lists that can be searched and turned over, by their address alone.
@NullMarked
package dev.assay.web.console.list;

import org.jspecify.annotations.NullMarked;
