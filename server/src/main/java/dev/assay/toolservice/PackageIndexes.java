package dev.assay.toolservice;

import dev.assay.packages.PackageDoor;
import dev.assay.packages.PackageDoors;
import dev.assay.skill.sandbox.Sandbox;
import java.util.Map;

/// Leads commands in a sandbox to the operator's package indexes, and to nothing else.
final class PackageIndexes {
  /// Inside, on loopback.
  private static final int PORT = 4873;

  private final PackageDoors doors;

  PackageIndexes(PackageDoors doors) {
    this.doors = doors;
  }

  /// The caller closes it after the sandbox is gone.
  PackageDoor open(Sandbox sandbox) {
    PackageDoor door = doors.open();
    try {
      sandbox.listen(PORT, door::serve);
      return door;
    } catch (RuntimeException e) {
      door.close();
      throw e;
    }
  }

  /// What pip and npm need to use it.
  static Map<String, String> variables(PackageDoor door) {
    return door.variables(PORT);
  }
}
