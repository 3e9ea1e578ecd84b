/// The packages that a skill needs before it can work.
///
/// Declarations come from many files in many formats; here they are a single list. Each entry
/// remembers its file and line, so that a message can point a person there. Start with
/// [Dependencies].
@NullMarked
package dev.assay.skill.dependency;

import org.jspecify.annotations.NullMarked;
