package dev.assay.sandbox.local;

import dev.assay.sandbox.agent.HelperWords;
import dev.assay.sandbox.evidence.Marks;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxSpec;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The arguments that say what the helper has to build; the other side is the helper's `spec.c`.
final class Launch {
  /// Uids of sandboxes whose owner is root: a range that nobody hands out, wide enough that two
  /// sandboxes which live at the same time hardly ever share one (which would do no harm).
  private static final long FIRST_UID = 1_900_000_000L;

  private static final long UIDS = (1 << 27) - 1;

  private final HelperWords words = new HelperWords();
  private final String marker = Marks.freshMarker();

  void add(String... more) {
    words.add(more);
  }

  String marker() {
    return marker;
  }

  byte[] message() {
    return words.message();
  }

  void place(EngineFolders storage, String id, NativeProgram program, Machine machine) {
    add("storage", storage.root().toString(), "live", "live/" + id);
    add("agent", storage.root().relativize(program.path()).toString());
    add("bwrap", machine.bubblewrap().toString());
    add("marker", marker);
    add("uid", Long.toString(FIRST_UID + (Long.parseUnsignedLong(id, 16) & UIDS)));
    if (machine.tellsExecutions()) {
      add("executions", "1");
    }
  }

  /// Overlays, highest layer first, and what is laid into them.
  void tree(Base base, List<String> layers, EngineFolders storage, Set<Path> hidden) {
    for (Base.Part part : base.parts()) {
      List<String> lowers = new ArrayList<>();
      for (String layer : layers.reversed()) {
        if (Files.isDirectory(storage.layer(layer).resolve(part.name()))) {
          lowers.add("layers/" + layer + "/" + part.name());
        }
      }
      lowers.add(part.lowest());
      add("part", part.name(), String.join(":", lowers));
    }
    base.texts()
        .forEach(
            (place, content) -> {
              int slash = place.indexOf('/');
              add("text", place.substring(0, slash), place.substring(slash + 1), content);
            });
    if (layers.isEmpty()) {
      base.masks().stream()
          .filter(mask -> Files.isDirectory(Path.of("/", mask)))
          .forEach(m -> add("mask", m));
    }
    for (Path path : hidden) {
      String place = base.placeOf(path);
      if (!place.startsWith("root/")) {
        add("mask", place);
      }
    }
    String uid = Integer.toString(base.uid());
    for (String option : List.of("--hostname", Bases.HOST_NAME, "--uid", uid, "--gid", uid)) {
      add("option", option);
    }
    base.options().forEach(option -> add("option", option));
  }

  void mount(Path source, Mount mount) {
    String how =
        switch (mount.access()) {
          case READ_ONLY -> "ro";
          case READ_WRITE -> "rw";
          case WATCHED -> "watch";
        };
    add("mount", source.toString(), mount.target(), how);
  }

  void limits(Limits limits, ControlGroup group) {
    group.doors().forEach(door -> add("cgroup", door.toString()));
    group.freezer().ifPresent(state -> add("freezer", state.toString()));
    limits.find(Limit.PROCESSES).ifPresent(most -> add("nproc", Long.toString(most + 3)));
    limits.find(Limit.DISK).ifPresent(most -> add("fsize", Long.toString(most)));
    add("poll", "1");
    if (!group.folders().containsKey("memory")) {
      limits.find(Limit.MEMORY).ifPresent(most -> add("memory", Long.toString(most)));
    }
  }

  void network(SandboxSpec spec, Machine machine, List<String> denied) throws SocketException {
    if (!(spec.network() instanceof Network.Open)) {
      return;
    }
    words.wayOut(machine.slirp().orElseThrow());
    denied.forEach(network -> add("deny", network));
  }
}
