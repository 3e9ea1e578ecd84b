/// The tool service: agents of other platforms use admitted skills through projects and tools.
///
/// [dev.assay.toolservice.Projects] knows who belongs to what and gives a
/// [dev.assay.toolservice.ProjectAccess], without which nothing else here can be asked.
/// [dev.assay.toolservice.ToolCalls] does what a tool is called for, in sandboxes that start from
/// the admitted image and are offline. What goes on is a row and a live run, so any server can say
/// how it stands, and a run whose server died is ended by another.
@NullMarked
package dev.assay.toolservice;

import org.jspecify.annotations.NullMarked;
