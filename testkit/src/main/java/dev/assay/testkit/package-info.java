/// Contracts that every provider must pass, and the fakes that tests use instead of mocks. A
/// provider of sandboxes starts with [SandboxContract].
@NullMarked
package dev.assay.testkit;

import org.jspecify.annotations.NullMarked;
