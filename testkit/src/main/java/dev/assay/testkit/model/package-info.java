/// Models for tests: a server that speaks the chat protocol of OpenAI over real HTTP from a script,
/// and recordings of real ones.
@NullMarked
package dev.assay.testkit.model;

import org.jspecify.annotations.NullMarked;
