package dev.assay.toolservice;

import dev.assay.packages.PackageDoor;
import dev.assay.packages.PackageDoors;
import dev.assay.skill.sandbox.Sandbox;
import java.util.Map;

/// Connects commands in a sandbox to the operator's package indexes, and to nothing else.
final class PackageIndexes {
  /// The port inside, on loopback.
  private static final int PORT = 4873;

  private final PackageDoors doors;

  PackageIndexes(PackageDoors doors) {
    this.doors = doors;
  }

  /// Opens a door, which the caller closes after the sandbox is gone.
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

  /// The environment with which pip and npm use the door.
  static Map<String, String> variables(PackageDoor door) {
    return door.variables(PORT);
  }
}
