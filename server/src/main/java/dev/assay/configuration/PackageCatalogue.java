package dev.assay.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The settings of package indexes and mirrors.
public final class PackageCatalogue {
  private PackageCatalogue() {}

  public static final Setting<URI> PIP_INDEX =
      Setting.optional(
          "assay.packages.pip.index",
          Form.PACKAGE_ADDRESS,
          "The index that Python packages come from. Unset: what this machine's own pip uses. See"
              + " [packages](packages.md).");

  public static final Setting<List<URI>> PIP_EXTRA_INDEXES =
      Setting.optional(
          "assay.packages.pip.extra-indexes",
          Form.PACKAGE_ADDRESSES,
          "Further indexes, with the same standing as the first. Unset: what this machine's own pip"
              + " uses, or none if `assay.packages.pip.index` is set.");

  public static final Setting<List<URI>> PIP_FIND_LINKS =
      Setting.optional(
          "assay.packages.pip.find-links",
          Form.PACKAGE_ADDRESSES,
          "Folders or pages with packages, as pip's `--find-links`. Unset: what this machine's own"
              + " pip uses, or none if `assay.packages.pip.index` is set.");

  public static final Setting<URI> NPM_REGISTRY =
      Setting.optional(
          "assay.packages.npm.registry",
          Form.PACKAGE_ADDRESS,
          "The registry that npm packages come from. Unset: what this machine's own npm uses.");

  public static final Setting<Map<String, URI>> NPM_SCOPES =
      Setting.optional(
          "assay.packages.npm.scopes",
          Form.PACKAGE_SCOPES,
          "Registries for scopes. Unset: what this machine's own npm uses, or none if"
              + " `assay.packages.npm.registry` is set.");

  public static final Setting<URI> APT_MIRROR =
      Setting.optional(
          "assay.packages.apt.mirror",
          Form.PACKAGE_ADDRESS,
          "The mirror that stands for the main archive of a Debian base. Unset: what this machine's"
              + " own apt uses for the same suite, else what the base names.");

  public static final Setting<URI> PROXY =
      Setting.optional(
          "assay.packages.proxy",
          Form.WEB_ADDRESS,
          "The HTTP proxy that indexes are asked through, but for those on this machine and those"
              + " that `NO_PROXY` names. Unset: what this machine's own tools use.");

  public static final Setting<Path> CERTIFICATES =
      Setting.optional(
          "assay.packages.certificates",
          Form.FILE,
          "PEM file with authorities that may vouch for indexes, beside those of this machine.");

  public static final Setting<Path> CREDENTIALS =
      Setting.optional(
          "assay.packages.credentials",
          Form.FILE,
          "netrc file with the credentials of indexes and of the proxy; only its owner may be able"
              + " to read it. They never enter a sandbox.");

  public static final Setting<Duration> PATIENCE =
      Setting.of(
          "assay.packages.patience",
          Form.duration("1s", "10m"),
          "20s",
          "How long an index may take to answer, and then between two parts of its answer.");

  static final List<Setting<?>> ALL =
      List.of(
          PIP_INDEX,
          PIP_EXTRA_INDEXES,
          PIP_FIND_LINKS,
          NPM_REGISTRY,
          NPM_SCOPES,
          APT_MIRROR,
          PROXY,
          CERTIFICATES,
          CREDENTIALS,
          PATIENCE);
}
