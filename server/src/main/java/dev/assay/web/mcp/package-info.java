/// Projects as servers of the Model Context Protocol. [dev.assay.web.mcp.McpController] takes the
/// requests, and [dev.assay.web.mcp.McpProject] offers a project's tools, and its skills as
/// resources and prompts.
@NullMarked
package dev.assay.web.mcp;

import org.jspecify.annotations.NullMarked;
