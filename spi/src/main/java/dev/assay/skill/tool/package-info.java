/// The interface of the tools that a model may call. Start with [Tool].
@NullMarked
package dev.assay.skill.tool;

import org.jspecify.annotations.NullMarked;
