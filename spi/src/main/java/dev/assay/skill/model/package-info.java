/// The port to language models: one question in, one answer out. Providers know nothing of agents,
/// budgets or tools' work; the loop that does is in the package `agent`.
@NullMarked
package dev.assay.skill.model;

import org.jspecify.annotations.NullMarked;
