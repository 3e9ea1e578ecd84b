/// What a skill needs installed before it can work, wherever in the skill it was declared.
///
/// Declarations come from many files in many spellings; here they are one list, and each entry
/// remembers the place it was found so that a person can be sent there.
@NullMarked
package dev.assay.skill.dependency;

import org.jspecify.annotations.NullMarked;
