/// The pages on which people talk with agents.
@NullMarked
package dev.assay.web.console.chat;

import org.jspecify.annotations.NullMarked;
