/// Models for tests: a server that speaks the chat protocols of OpenAI and Anthropic over real HTTP
/// from a script, a server that simulates agents and judges, and recordings of real servers. Start
/// with [ScriptedModelServer].
@NullMarked
package dev.assay.testkit.model;

import org.jspecify.annotations.NullMarked;
