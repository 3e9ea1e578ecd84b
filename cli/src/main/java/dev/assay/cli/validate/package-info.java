/// The validation of one skill as the command line sees it.
/// [dev.assay.cli.validate.SkillValidation] starts a validation and reports the result.
/// [dev.assay.cli.validate.Follower] polls its status, and [dev.assay.cli.validate.RemoteSkills]
/// sends the requests.
@NullMarked
package dev.assay.cli.validate;

import org.jspecify.annotations.NullMarked;
