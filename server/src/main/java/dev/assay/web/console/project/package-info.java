/// The pages of projects: skills, members, sessions, runs and artifacts.
/// [dev.assay.web.console.project.ProjectPage] is the main page.
/// [dev.assay.web.console.project.ConversationPage] shows a conversation with an agent, and
/// [dev.assay.web.console.project.ProjectRunPage] a run.
@NullMarked
package dev.assay.web.console.project;

import org.jspecify.annotations.NullMarked;
