/// What can be said to the local engine beyond what every engine understands.
@NullMarked
package dev.assay.skill.sandbox.local;

import org.jspecify.annotations.NullMarked;
