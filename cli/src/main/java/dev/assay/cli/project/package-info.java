/// The commands about projects and their tools. [dev.assay.cli.project.ProjectsCommand] and
/// [dev.assay.cli.project.ToolCommand] are the ways in; [dev.assay.cli.project.McpCommand] connects
/// clients of the Model Context Protocol.
@NullMarked
package dev.assay.cli.project;

import org.jspecify.annotations.NullMarked;
