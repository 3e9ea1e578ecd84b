/// The pages of skills. [dev.assay.web.console.skill.SkillsPage] lists them and takes uploads.
/// [dev.assay.web.console.skill.SkillPages] shows one skill with the findings of its validations,
/// and [dev.assay.web.console.skill.ValidationForms] handles its buttons.
@NullMarked
package dev.assay.web.console.skill;

import org.jspecify.annotations.NullMarked;
