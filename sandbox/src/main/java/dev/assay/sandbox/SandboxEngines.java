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

  /// The engine that needs no daemon: namespaces of this machine's own kernel.
  public static LocalSandboxes local(LocalSettings settings, Leases leases) {
    return new LocalEngine(settings, leases);
  }

  /// The same, for one of several servers.
  ///
  /// @param archive through which layers get to the others
  public static LocalSandboxes local(LocalSettings settings, Leases leases, LayerArchive archive) {
    return local(settings, leases, Optional.of(archive), LayerDigests.ofProcess());
  }

  /// The same, for a server.
  ///
  /// @param archive through which layers get to the others, if there are any
  /// @param digests of layers as they were admitted
  public static LocalSandboxes local(
      LocalSettings settings, Leases leases, Optional<LayerArchive> archive, LayerDigests digests) {
    return new LocalEngine(settings, leases, archive, digests);
  }

  /// The engine of a Docker daemon on this machine.
  public static SandboxEngine docker(DockerSettings settings, Leases leases) {
    return new DockerEngine(settings, leases);
  }

  /// The engine of a company's sandboxes elsewhere.
  public static SandboxEngine daytona(DaytonaSettings settings, Leases leases) {
    return new RemoteEngine(new DaytonaProvider(settings), leases);
  }

  /// The engine of another company's sandboxes elsewhere.
  public static SandboxEngine e2b(E2bSettings settings, Leases leases) {
    return new RemoteEngine(new E2bProvider(settings, InstantSource.system()), leases);
  }

  /// Makes what sandboxes at Daytona can start from.
  ///
  /// @param settings name what it is made from
  /// @return what has to be set as their snapshot
  public static String prepareBase(DaytonaSettings settings, String name) {
    return ProviderBase.prepare(new DaytonaProvider(settings), name);
  }

  /// The same at E2B.
  ///
  /// @return what has to be set as their template
  public static String prepareBase(E2bSettings settings, String name) {
    return ProviderBase.prepare(new E2bProvider(settings, InstantSource.system()), name);
  }

  /// What this machine's kernel grants an engine with that storage, by feature: `ok`, or `no` and
  /// the reason; only `helper` where there is no helper for this machine. Makes no storage.
  public static Map<String, String> probe(Path storage) {
    return KernelProbe.ask(storage);
  }

  /// The same, wherever the storage is.
  public static Map<String, String> probe() {
    return KernelProbe.ask(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /// Where an engine finds a program of the system's that it uses.
  public static Optional<Path> findProgram(String name) {
    return MachinePrograms.find(name);
  }

  /// Why an engine with that storage cannot start sandboxes from a base, with the remedy, as far as
  /// that shows without starting one. Makes no storage.
  ///
  /// @param choice as for [LocalSandboxes#requireBase]
  public static Optional<String> findBaseObstacle(Path storage, String choice) {
    return BaseCheck.findObstacle(storage, choice);
  }
}
