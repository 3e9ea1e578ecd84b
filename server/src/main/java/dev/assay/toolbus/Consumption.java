package dev.assay.toolbus;

/// The messages that a consumer takes. All servers that consume with the same name share them.
///
/// @param name the name under which the bus remembers the position
/// @param component the component of the subjects
/// @param target the target of the subjects
/// @param atOnce the number of messages that this server handles at a time
public record Consumption(String name, String component, String target, int atOnce) {
  boolean takes(Subject subject) {
    return subject.category() == Subject.Category.CMD
        && subject.component().equals(component)
        && subject.target().equals(target);
  }

  String filter() {
    return String.join(
        ".", Subject.PREFIX, Subject.VERSION, "*", "*", "cmd", component, target, "*");
  }
}
