package sample.house.attic;

import com.tngtech.archunit.core.domain.JavaClass;
import sample.house.attic.inner.Beam;
import sample.house.cellar.Foundation;

/// Keeps to the plan, but for the library it does not list.
public record Roof(Beam beam, Foundation foundation, JavaClass library) {}
