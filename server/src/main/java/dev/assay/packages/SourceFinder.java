package dev.assay.packages;

import dev.assay.packages.fetch.Credentials;
import dev.assay.packages.fetch.Fetcher;
import dev.assay.packages.fetch.PlainAddress;
import dev.assay.packages.fetch.ProxyChoice;
import dev.assay.packages.format.AptSources;
import dev.assay.packages.machine.AptSetup;
import dev.assay.packages.machine.Found;
import dev.assay.packages.machine.NpmSetup;
import dev.assay.packages.machine.OwnTools;
import dev.assay.packages.machine.PipSetup;
import dev.assay.skill.Trust;
import dev.assay.skill.dependency.Ecosystem;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Combines the settings with the configuration of this machine. A configured index replaces every
/// index of its tool: a source that the operator did not name must not offer packages beside it.
final class SourceFinder {
  private static final String PIP_INDEX = "assay.packages.pip.index";
  private static final String PIP_EXTRA = "assay.packages.pip.extra-indexes";
  private static final String PIP_LINKS = "assay.packages.pip.find-links";
  private static final String NPM_REGISTRY = "assay.packages.npm.registry";
  private static final String NPM_SCOPES = "assay.packages.npm.scopes";
  private static final String APT_MIRROR = "assay.packages.apt.mirror";

  private final PackageSettings settings;
  private final OwnTools tools;
  private final Map<Ecosystem, String> absent = new EnumMap<>(Ecosystem.class);
  private final List<Credentials.Entry> found = new ArrayList<>();

  SourceFinder(PackageSettings settings, OwnTools tools) {
    this.settings = settings;
    this.tools = tools;
  }

  static PackageSources find(PackageSettings settings, Map<String, String> environment) {
    OwnTools tools =
        OwnTools.read(asked(settings.pipIndex()), asked(settings.npmRegistry()), environment);
    return new SourceFinder(settings, tools).find();
  }

  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` if a file that is named
  ///   cannot be used
  static void check(PackageSettings settings) {
    settings.credentials().ifPresent(CredentialsFile::load);
    settings.certificates().ifPresent(file -> Trust.require(Fetcher.CERTIFICATES, file));
  }

  private static OwnTools.Asked asked(Optional<URI> set) {
    return set.isPresent() ? OwnTools.Asked.NO : OwnTools.Asked.YES;
  }

  PackageSources find() {
    Optional<Source> index = pipIndex();
    List<Source> extra =
        settings
            .pipExtraIndexes()
            .map(all -> all.stream().map(each -> set(each, PIP_EXTRA)).toList())
            .orElseGet(() -> own(pip().map(PipSetup::extraIndexes), PIP_EXTRA, "pip"));
    List<Source> links =
        settings
            .pipFindLinks()
            .map(all -> all.stream().map(each -> set(each, PIP_LINKS)).toList())
            .orElseGet(() -> own(pip().map(PipSetup::findLinks), PIP_LINKS, "pip"));
    Optional<Source> registry = npmRegistry();
    Map<String, Source> scopes = npmScopes();
    List<AptSources.Entry> archives = archives();
    ProxyChoice proxy = proxy();
    return new PackageSources(
        index,
        extra,
        links,
        registry,
        scopes,
        settings.aptMirror().map(address -> set(address, APT_MIRROR)),
        archives,
        absent,
        proxy,
        certificates(),
        credentials(),
        settings.patience());
  }

  private Optional<PipSetup> pip() {
    return tools.pip() instanceof Found.Known<PipSetup>(PipSetup value)
        ? Optional.of(value)
        : Optional.empty();
  }

  private Optional<NpmSetup> npm() {
    return tools.npm() instanceof Found.Known<NpmSetup>(NpmSetup value)
        ? Optional.of(value)
        : Optional.empty();
  }

  private Optional<Source> pipIndex() {
    if (settings.pipIndex().isPresent()) {
      return settings.pipIndex().map(address -> set(address, PIP_INDEX));
    }
    return switch (tools.pip()) {
      case Found.Unknown<PipSetup>(String reason) -> none(Ecosystem.PIP, reason);
      case Found.Known<PipSetup>(PipSetup setup) ->
          setup
              .index()
              .map(text -> own(text, PIP_INDEX, "pip"))
              .orElseGet(() -> none(Ecosystem.PIP, "this machine's pip uses no index"));
    };
  }

  private Optional<Source> npmRegistry() {
    if (settings.npmRegistry().isPresent()) {
      return settings.npmRegistry().map(address -> set(address, NPM_REGISTRY));
    }
    return switch (tools.npm()) {
      case Found.Unknown<NpmSetup>(String reason) -> none(Ecosystem.NPM, reason);
      case Found.Known<NpmSetup>(NpmSetup setup) ->
          setup
              .find("registry")
              .map(text -> own(text, NPM_REGISTRY, "npm"))
              .orElseGet(() -> none(Ecosystem.NPM, "this machine's npm names no registry"));
    };
  }

  private Optional<Source> none(Ecosystem ecosystem, String reason) {
    absent.put(ecosystem, reason);
    return Optional.empty();
  }

  private Map<String, Source> npmScopes() {
    Map<String, Source> scopes = new TreeMap<>();
    if (settings.npmScopes().isPresent()) {
      settings
          .npmScopes()
          .get()
          .forEach((scope, address) -> scopes.put(scope, set(address, NPM_SCOPES)));
    } else {
      npm()
          .map(NpmSetup::scopes)
          .orElse(Map.of())
          .forEach(
              (scope, text) ->
                  own(text, NPM_SCOPES, "npm").ifPresent(source -> scopes.put(scope, source)));
    }
    return scopes;
  }

  private List<AptSources.Entry> archives() {
    return switch (tools.apt()) {
      case Found.Unknown<AptSetup>(String reason) -> {
        absent.put(Ecosystem.SYSTEM, reason);
        yield List.of();
      }
      case Found.Known<AptSetup>(AptSetup setup) -> {
        List<AptSources.Entry> entries =
            setup.sources().stream().flatMap(text -> AptSources.entries(text).stream()).toList();
        for (AptSources.Entry entry : entries) {
          entry
              .user()
              .ifPresent(user -> found.add(PlainAddress.entry(user.reveal(), entry.address())));
        }
        setup.credentials().forEach(text -> found.addAll(CredentialsFile.entriesIfReadable(text)));
        yield entries;
      }
    };
  }

  private static Source set(URI address, String setting) {
    return new Source(address, setting, setting);
  }

  private List<Source> own(Optional<List<String>> texts, String setting, String tool) {
    return texts.orElse(List.of()).stream()
        .flatMap(text -> own(text, setting, tool).stream())
        .toList();
  }

  /// A source that a tool names; empty if it is no address that can be asked.
  private Optional<Source> own(String text, String setting, String tool) {
    Optional<PlainAddress> plain = PlainAddress.find(text);
    plain.flatMap(PlainAddress::credentials).ifPresent(found::add);
    return plain.map(
        each -> new Source(each.address(), setting, "this machine's configuration of " + tool));
  }

  private ProxyChoice proxy() {
    List<String> exceptions = new ArrayList<>();
    Stream.of("no_proxy", "NO_PROXY")
        .flatMap(name -> Optional.ofNullable(tools.environment().get(name)).stream())
        .forEach(text -> exceptions.addAll(Arrays.asList(text.split(",", -1))));
    npm().ifPresent(npm -> exceptions.addAll(npm.noProxy()));
    Optional<String> own =
        Stream.of("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY")
            .flatMap(name -> Optional.ofNullable(tools.environment().get(name)).stream())
            .findFirst()
            .or(() -> pip().flatMap(PipSetup::proxy))
            .or(() -> npm().flatMap(npm -> npm.find("https-proxy").or(() -> npm.find("proxy"))))
            .filter(text -> !text.isBlank());
    Optional<URI> address =
        settings
            .proxy()
            .or(
                () ->
                    own.flatMap(
                            text ->
                                PlainAddress.find(text.contains("://") ? text : "http://" + text))
                        .map(
                            plain -> {
                              plain.credentials().ifPresent(found::add);
                              return plain.address();
                            }));
    return new ProxyChoice(address, exceptions);
  }

  private List<Path> certificates() {
    List<Path> files = new ArrayList<>(settings.certificates().stream().toList());
    pip().flatMap(PipSetup::certificates).ifPresent(text -> addIfThere(files, text));
    npm().flatMap(npm -> npm.find("cafile")).ifPresent(text -> addIfThere(files, text));
    return files.stream().distinct().toList();
  }

  private static void addIfThere(List<Path> files, String text) {
    Path file = Path.of(text);
    if (file.isAbsolute() && Trust.isUsable(file)) {
      files.add(file);
    }
  }

  private Credentials credentials() {
    npm().ifPresent(npm -> found.addAll(NpmAuthorities.entries(npm.authorities())));
    pip().flatMap(PipSetup::netrc).map(CredentialsFile::entriesIfReadable).ifPresent(found::addAll);
    return settings
        .credentials()
        .map(CredentialsFile::load)
        .orElse(Credentials.NONE)
        .orElse(new Credentials(found));
  }
}
