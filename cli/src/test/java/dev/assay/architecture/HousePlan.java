package dev.assay.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/// The plan of the packages ("rooms" of a "house") and the rules that classes have to follow.
///
/// The first package below the root package is the room; the root package itself has no classes.
record HousePlan(String house, List<Room> rooms, Map<String, List<String>> libraries) {
  /// Libraries that every room may list; any other belongs to one room.
  private static final Set<String> MATERIALS =
      Set.of("compress", "diff-utils", "spring", "jackson", "slf4j", "servlet");

  private static final List<String> ALWAYS = List.of("java.", "javax.", "org.jspecify.");

  /// Everything in the plan or in the classes that breaks a rule, in words.
  List<String> violations(JavaClasses classes) {
    Set<String> violations = new TreeSet<>();
    planViolations(violations);
    for (JavaClass type : classes) {
      Optional<Room> home = roomOf(type);
      if (home.isEmpty()) {
        violations.add(type.getName() + " is in no room of the plan");
        continue;
      }
      if (!packageIsNullMarked(type, classes)) {
        violations.add(type.getPackageName() + " is not @NullMarked");
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        dependencyViolation(home.get(), dependency).ifPresent(violations::add);
      }
    }
    cycles(classes).forEach(violations::add);
    return List.copyOf(violations);
  }

  private void planViolations(Set<String> violations) {
    Map<String, String> owners = new HashMap<>();
    for (Room room : rooms) {
      for (String used : room.uses()) {
        Optional<Room> other = room(used);
        if (other.isEmpty()) {
          violations.add(room.name() + " lists the unknown room " + used);
        } else if (other.get().floor() >= room.floor()) {
          violations.add(room.name() + " lists " + used + ", which is not on a lower floor");
        }
      }
      for (String library : room.libraries()) {
        String owner = owners.putIfAbsent(library, room.name());
        if (owner != null && !MATERIALS.contains(library)) {
          violations.add(library + " is known to " + owner + " and to " + room.name());
        }
        if (!libraries.containsKey(library)) {
          violations.add(room.name() + " lists the unknown library " + library);
        }
      }
    }
  }

  private Optional<String> dependencyViolation(Room home, Dependency dependency) {
    JavaClass target = dependency.getTargetClass().getBaseComponentType();
    String name = target.getName();
    if (target.isPrimitive() || ALWAYS.stream().anyMatch(name::startsWith)) {
      return Optional.empty();
    }
    if (!name.startsWith(house + ".")) {
      return libraryViolation(home, dependency.getOriginClass(), name);
    }
    Optional<Room> other = roomOf(target);
    if (other.isEmpty() || other.get().equals(home)) {
      return Optional.empty();
    }
    String use = dependency.getOriginClass().getName() + " uses " + name;
    if (!home.uses().contains(other.get().name())) {
      return Optional.of(use + ", but " + home.name() + " does not list " + other.get().name());
    }
    return isDoor(other.get(), target.getPackageName())
        ? Optional.empty()
        : Optional.of(use + " past the door of " + other.get().name());
  }

  private Optional<String> libraryViolation(Room home, JavaClass origin, String name) {
    Optional<String> library =
        libraries.entrySet().stream()
            .filter(entry -> entry.getValue().stream().anyMatch(name::startsWith))
            .map(Map.Entry::getKey)
            .findFirst();
    if (library.isPresent() && home.libraries().contains(library.get())) {
      return Optional.empty();
    }
    return Optional.of(
        origin.getName()
            + " uses "
            + name
            + ", but "
            + home.name()
            + " does not list "
            + library.orElse("that library"));
  }

  /// Packages of one room that depend on each other in a circle.
  private List<String> cycles(JavaClasses classes) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : classes) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
        boolean sameRoom =
            target.startsWith(house)
                && roomOf(type).equals(roomOf(dependency.getTargetClass().getBaseComponentType()));
        if (sameRoom && !target.equals(type.getPackageName())) {
          uses.computeIfAbsent(type.getPackageName(), key -> new TreeSet<>()).add(target);
        }
      }
    }
    return uses.keySet().stream()
        .filter(start -> reaches(uses, start))
        .map(start -> start + " is in a cycle of packages")
        .toList();
  }

  private static boolean reaches(Map<String, Set<String>> uses, String start) {
    Set<String> seen = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(uses.get(start));
    while (!next.isEmpty()) {
      String here = next.pop();
      if (here.equals(start)) {
        return true;
      }
      if (seen.add(here)) {
        next.addAll(uses.getOrDefault(here, Set.of()));
      }
    }
    return false;
  }

  private static boolean packageIsNullMarked(JavaClass type, JavaClasses classes) {
    String info = type.getPackageName() + ".package-info";
    return classes.contain(info) && classes.get(info).isAnnotatedWith(NullMarked.class);
  }

  private Optional<Room> roomOf(JavaClass type) {
    String path = type.getPackageName();
    if (!path.startsWith(house + ".")) {
      return Optional.empty();
    }
    String name = path.substring(house.length() + 1);
    int dot = name.indexOf('.');
    String first = dot < 0 ? name : name.substring(0, dot);
    return room(first);
  }

  /// A room is entered by its top package, or by its sub-packages `settings`, with the records that
  /// its parts are set up with, and `shown`, with those that pages show; on floor 0 there are words
  /// only, and every package is open.
  private boolean isDoor(Room room, String target) {
    String door = house + "." + room.name();
    return room.floor() == 0 || Set.of(door, door + ".settings", door + ".shown").contains(target);
  }

  private Optional<Room> room(String name) {
    return rooms.stream().filter(room -> room.name().equals(name)).findFirst();
  }

  /// The plan as the rows of a Markdown table, without the column of prose.
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (Room room : rooms) {
      rows.add(
          List.of(
              String.valueOf(room.floor()),
              room.name(),
              String.join(", ", new TreeSet<>(room.uses())),
              String.join(", ", new TreeSet<>(room.libraries()))));
    }
    return rows;
  }
}
