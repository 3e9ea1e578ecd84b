/// Daytona: sandboxes of its cloud or of a server of one's own, over its REST interface and the
/// toolbox that each sandbox has. Both generations are spoken: 0.190 and what followed.
@NullMarked
package dev.assay.sandbox.daytona;

import org.jspecify.annotations.NullMarked;
