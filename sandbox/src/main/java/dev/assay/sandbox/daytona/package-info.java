/// Daytona: sandboxes of its cloud or of a server of one's own, over its REST API and the toolbox
/// of each sandbox. Both generations are supported: 0.190 and what followed. Start with
/// [DaytonaProvider].
@NullMarked
package dev.assay.sandbox.daytona;

import org.jspecify.annotations.NullMarked;
