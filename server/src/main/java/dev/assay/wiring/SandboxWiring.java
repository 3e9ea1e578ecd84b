package dev.assay.wiring;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.ConversationCatalogue;
import dev.assay.configuration.EngineCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.sandbox.DatabaseLayerDigests;
import dev.assay.sandbox.DatabaseLeases;
import dev.assay.sandbox.LeaseTerms;
import dev.assay.sandbox.LimitPolicy;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.SharedFiles;
import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.StoredFiles;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.storage.Storage;
import dev.assay.storage.StorageIdentity;
import dev.assay.storage.StoredLayers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Creates the sandbox engine. Before any other part runs, it removes the leftovers of a killed
/// server.
@Configuration(proxyBeanMethods = false)
class SandboxWiring {
  @Bean
  DatabaseLeases leases(JdbcClient jdbc, Clock clock, Home home, Settings settings) {
    LeaseTerms terms =
        new LeaseTerms(
            settings.value(Catalogue.SANDBOX_IDLE), settings.value(Catalogue.SANDBOX_LIFETIME));
    return new DatabaseLeases(jdbc, clock, serverName(home), terms);
  }

  @Bean(destroyMethod = "")
  ServerEngines serverEngines(
      Home home,
      DatabaseLeases leases,
      Settings settings,
      Storage storage,
      StorageIdentity identity,
      JdbcClient jdbc,
      Clock clock) {
    return new ServerEngines(
        settings,
        home,
        leases,
        storage.isShared()
            ? Optional.of(
                new StoredLayers(
                    jdbc, identity.area(Storage.Area.LAYERS), home.workFolder(), clock))
            : Optional.empty(),
        new DatabaseLayerDigests(jdbc, clock));
  }

  /// The engine of validations.
  @Bean(destroyMethod = "")
  SandboxEngine sandboxEngine(ServerEngines engines) {
    return engines.ofValidations();
  }

  @Bean
  SandboxKeeper sandboxKeeper(DatabaseLeases leases, ServerEngines engines) {
    SandboxKeeper keeper = new SandboxKeeper(leases, engines.all());
    keeper.sweepAll();
    return keeper;
  }

  /// Creates the folders for files of users and agents, in conversations and in the tasks of
  /// validations.
  @Bean
  SharedFolders sharedFolders(Settings settings, Home home) throws IOException {
    return new SharedFolders(
        Files.createDirectories(
            settings
                .find(ConversationCatalogue.UPLOADS)
                .orElse(home.conversationFolder().resolve("uploads"))),
        Files.createDirectories(
            settings
                .find(ConversationCatalogue.INTERMEDIATE)
                .orElse(home.conversationFolder().resolve("intermediate"))));
  }

  /// Creates the transfer of files between servers. It does nothing if all servers see the same
  /// folders.
  @Bean
  SharedFiles sharedFiles(
      Storage storage,
      StorageIdentity identity,
      SharedFolders folders,
      Home home,
      Settings settings,
      JdbcClient jdbc,
      TransactionOperations transactions,
      Clock clock) {
    if (!storage.isShared()
        || (settings.has(ConversationCatalogue.UPLOADS)
            && settings.has(ConversationCatalogue.INTERMEDIATE))) {
      return SharedFiles.ofOneServer();
    }
    return new StoredFiles(
        jdbc,
        transactions,
        clock,
        identity.area(Storage.Area.FILES),
        folders,
        home.conversationFolder().resolve("known"),
        settings.value(ConversationCatalogue.QUOTA));
  }

  /// Creates the workspaces of validations.
  @Bean
  Workspaces workspaces(SandboxEngine engine, SharedFolders folders, Settings settings, Home home) {
    return workspacesOn(engine, folders, settings, home);
  }

  static Workspaces workspacesOn(
      SandboxEngine engine, SharedFolders folders, Settings settings, Home home) {
    return new Workspaces(
        engine,
        folders,
        settings.value(Catalogue.SANDBOX_MEMORY),
        settings.value(ConversationCatalogue.QUOTA),
        LimitPolicy.valueOf(settings.value(EngineCatalogue.UNENFORCED).toUpperCase(Locale.ROOT)),
        home.toolFolder());
  }

  /// Returns the name of this server among the servers of its database. A restart does not change
  /// it.
  static String serverName(Home home) {
    return hostName() + ":" + home.path();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
