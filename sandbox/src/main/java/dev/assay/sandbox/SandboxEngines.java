package dev.assay.sandbox;

import dev.assay.sandbox.daytona.DaytonaProvider;
import dev.assay.sandbox.docker.DockerEngine;
import dev.assay.sandbox.e2b.E2bProvider;
import dev.assay.sandbox.local.BaseCheck;
import dev.assay.sandbox.local.KernelProbe;
import dev.assay.sandbox.local.LocalEngine;
import dev.assay.sandbox.local.MachinePrograms;
import dev.assay.sandbox.remote.ProviderBase;
import dev.assay.sandbox.remote.RemoteEngine;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.sandbox.settings.DockerSettings;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.LayerArchive;
import dev.assay.skill.sandbox.LayerDigests;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.lease.Leases;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// Makes engines from their settings.
public final class SandboxEngines {
  private SandboxEngines() {}

  /// The engine without a daemon: namespaces of this machine's own kernel.
  public static LocalSandboxes local(LocalSettings settings, Leases leases) {
    return new LocalEngine(settings, leases);
  }

  /// The local engine for one of several servers.
  ///
  /// @param archive the archive through which servers share layers
  public static LocalSandboxes local(LocalSettings settings, Leases leases, LayerArchive archive) {
    return local(settings, leases, Optional.of(archive), LayerDigests.ofProcess());
  }

  /// The local engine for a server.
  ///
  /// @param archive the archive through which servers share layers, if there are others
  /// @param digests the digests of layers as they were admitted
  public static LocalSandboxes local(
      LocalSettings settings, Leases leases, Optional<LayerArchive> archive, LayerDigests digests) {
    return new LocalEngine(settings, leases, archive, digests);
  }

  /// The engine of a Docker daemon on this machine.
  public static SandboxEngine docker(DockerSettings settings, Leases leases) {
    return new DockerEngine(settings, leases);
  }

  /// The engine for sandboxes at Daytona.
  public static SandboxEngine daytona(DaytonaSettings settings, Leases leases) {
    return new RemoteEngine(new DaytonaProvider(settings), leases);
  }

  /// The engine for sandboxes at E2B.
  public static SandboxEngine e2b(E2bSettings settings, Leases leases) {
    return new RemoteEngine(new E2bProvider(settings, InstantSource.system()), leases);
  }

  /// Makes a base for sandboxes at Daytona.
  ///
  /// @param settings the settings with the snapshot it is made from
  /// @return the value for their setting `snapshot`
  public static String prepareBase(DaytonaSettings settings, String name) {
    return ProviderBase.prepare(new DaytonaProvider(settings), name);
  }

  /// Makes a base for sandboxes at E2B.
  ///
  /// @return the value for their setting `template`
  public static String prepareBase(E2bSettings settings, String name) {
    return ProviderBase.prepare(new E2bProvider(settings, InstantSource.system()), name);
  }

  /// The abilities that this machine's kernel grants an engine with that storage, by feature: `ok`,
  /// or `no` and the reason. Holds only `helper` if there is no helper for this machine. Makes no
  /// storage.
  public static Map<String, String> probe(Path storage) {
    return KernelProbe.ask(storage);
  }

  /// The abilities regardless of the place of the storage.
  public static Map<String, String> probe() {
    return KernelProbe.ask(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /// Finds a system program that an engine uses.
  public static Optional<Path> findProgram(String name) {
    return MachinePrograms.find(name);
  }

  /// The reason why an engine with that storage cannot start sandboxes from a base, with the
  /// remedy, as far as it is known without a start. Makes no storage.
  ///
  /// @param choice the base, as for [LocalSandboxes#requireBase]
  public static Optional<String> findBaseObstacle(Path storage, String choice) {
    return BaseCheck.findObstacle(storage, choice);
  }
}
