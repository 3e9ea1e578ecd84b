/// The words every other room speaks, and the interfaces its providers implement.
///
/// Nothing here does work. A word is a value that checks itself when it is made, so a room that
/// holds one need not check it again. This room uses the JDK and nothing else, so that a third
/// party can write a provider against it without taking the house along.
@NullMarked
package dev.assay.skill;

import org.jspecify.annotations.NullMarked;
