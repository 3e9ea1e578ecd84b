/// Contracts that every provider must pass, and the fakes that tests use instead of mocks.
@NullMarked
package dev.assay.testkit;

import org.jspecify.annotations.NullMarked;
