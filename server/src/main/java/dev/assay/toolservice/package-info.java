/// The tool service: agents of other platforms use admitted skills through projects and tools.
///
/// Start with [dev.assay.toolservice.Projects], which knows the members of each project and gives a
/// [dev.assay.toolservice.ProjectAccess], without which nothing else here can be called.
/// [dev.assay.toolservice.ToolCalls] performs calls of tools, in sandboxes that start from the
/// admitted image and are offline by default. A run is a row and a live run, so any server can show
/// its state, and a run whose server died is ended by another.
@NullMarked
package dev.assay.toolservice;

import org.jspecify.annotations.NullMarked;
