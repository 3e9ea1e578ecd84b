/// The pages about skills: the list, one skill with everything its validations found, and what can
/// be done with it.
@NullMarked
package dev.assay.web.console.skill;

import org.jspecify.annotations.NullMarked;
