/// Tools that agents use: what a model may call, and what it is answered.
@NullMarked
package dev.assay.skill.tool;

import org.jspecify.annotations.NullMarked;
