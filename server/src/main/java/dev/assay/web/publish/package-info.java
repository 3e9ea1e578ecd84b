/// The way out: approved skills for agents and for the programs that install them.
@NullMarked
package dev.assay.web.publish;

import org.jspecify.annotations.NullMarked;
