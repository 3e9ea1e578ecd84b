package dev.assay.toolbus;

/// Which messages somebody takes. All servers that consume with the same name share them.
///
/// @param name how the bus remembers how far it is
/// @param component of the subjects
/// @param target of the subjects
/// @param atOnce how many are handled at a time by this server
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
