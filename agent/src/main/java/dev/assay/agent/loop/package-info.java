/// What the loop is made of: patience with a model, the context it sees, tools run side by side,
/// the account of what was spent.
@NullMarked
package dev.assay.agent.loop;

import org.jspecify.annotations.NullMarked;
