/// Projects as servers of the Model Context Protocol: their tools, and their skills as resources
/// and prompts.
@NullMarked
package dev.assay.web.mcp;

import org.jspecify.annotations.NullMarked;
