package dev.assay.wiring;

import dev.assay.configuration.CapacityCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.DiskSpace;
import dev.assay.home.Home;
import dev.assay.skill.BlobStore;
import dev.assay.storage.Storage;
import dev.assay.storage.StorageIdentity;
import dev.assay.storage.StorageServers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;

/// Watches the free space of the disks while the server runs.
@Configuration(proxyBeanMethods = false)
class StorageWiring {
  @Bean
  DiskSpace diskSpace(Home home, Settings settings) {
    return new DiskSpace(
        List.of(
            home.path(),
            home.databaseFolder(),
            home.sandboxFolder(),
            home.conversationFolder(),
            home.blobFolder()),
        settings.value(CapacityCatalogue.STORAGE_FREE));
  }

  @Bean(destroyMethod = "close")
  Storage storage(Settings settings, Home home, Clock clock) {
    return ChosenStorage.of(settings, home, clock);
  }

  @Bean
  StorageIdentity storageIdentity(JdbcClient jdbc, Storage storage, Clock clock) {
    StorageIdentity identity = new StorageIdentity(jdbc, storage, clock);
    identity.require();
    return identity;
  }

  /// Creates the store of archives and packages.
  @Bean
  @Primary
  BlobStore blobStore(StorageIdentity identity) {
    return identity.area(Storage.Area.BLOBS);
  }

  @Bean
  StorageServers storageServers(JdbcClient jdbc, Clock clock, Home home) {
    return new StorageServers(jdbc, clock, SandboxWiring.serverName(home));
  }

  @Bean(destroyMethod = "close")
  StorageWatch storageWatch(Storage storage, StorageIdentity identity, StorageServers servers) {
    return new StorageWatch(storage, identity, servers);
  }

  @Bean
  MeterBinder diskMeter(DiskSpace space) {
    return registry ->
        Gauge.builder("assay.storage.free", space, DiskSpace::free)
            .baseUnit("bytes")
            .register(registry);
  }

  @Bean
  MeterBinder storageMeter(StorageWatch watch) {
    return registry ->
        Gauge.builder(
                "assay.storage.reachable", watch, each -> each.findObstacle().isEmpty() ? 1 : 0)
            .register(registry);
  }

  /// Reports the health of the storage. Without storage a server is unhealthy but still ready,
  /// because some requests need no file.
  @Bean
  HealthIndicator storageHealthIndicator(StorageWatch watch) {
    return () -> (watch.findObstacle().isEmpty() ? Health.up() : Health.down()).build();
  }

  @Bean
  DiskWatch diskWatch(DiskSpace space) {
    return new DiskWatch(space);
  }

  static final class DiskWatch {
    private static final Logger log = LoggerFactory.getLogger(DiskWatch.class);

    private final DiskSpace space;
    private boolean low;

    DiskWatch(DiskSpace space) {
      this.space = space;
    }

    @Scheduled(fixedDelay = 10, timeUnit = TimeUnit.SECONDS)
    void look() {
      Optional<String> shortage = space.findShortage();
      if (shortage.isPresent() && !low) {
        log.error(
            "{}. New work is refused and runs wait. Free some space, for example with `assay"
                + " skills delete` or by deleting conversations.",
            shortage.get());
      } else if (shortage.isEmpty() && low) {
        log.warn("There is enough free disk space again; work goes on");
      }
      low = shortage.isPresent();
    }
  }
}
