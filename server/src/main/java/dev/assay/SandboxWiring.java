package dev.assay;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.sandbox.DatabaseLeases;
import dev.assay.sandbox.LeaseTerms;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.skill.sandbox.local.LocalSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Makes the sandbox engine, and clears away what a killed server left before anything else runs.
@Configuration(proxyBeanMethods = false)
class SandboxWiring {
  @Bean
  DatabaseLeases leases(JdbcClient jdbc, Clock clock, Home home, Settings settings) {
    LeaseTerms terms =
        new LeaseTerms(
            settings.value(Catalogue.SANDBOX_IDLE), settings.value(Catalogue.SANDBOX_LIFETIME));
    return new DatabaseLeases(jdbc, clock, hostName() + ":" + home.path(), terms);
  }

  @Bean(destroyMethod = "")
  LocalSandboxes localSandboxes(Home home, DatabaseLeases leases) {
    return SandboxEngines.local(LocalSettings.in(home.sandboxFolder()).hiding(home.path()), leases);
  }

  @Bean
  SandboxKeeper sandboxKeeper(DatabaseLeases leases, LocalSandboxes engine) {
    SandboxKeeper keeper = new SandboxKeeper(leases, engine);
    keeper.sweepAll();
    return keeper;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
