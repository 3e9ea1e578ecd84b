/// The types that every other package uses, and the interfaces that providers implement.
///
/// Nothing here does work. A type is a value that checks itself when it is made, so a package that
/// holds one need not check it again. This package uses the JDK and nothing else, so that a third
/// party can write a provider against it without depending on the server.
@NullMarked
package dev.assay.skill;

import org.jspecify.annotations.NullMarked;
