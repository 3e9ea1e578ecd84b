package dev.assay.wiring;

import dev.assay.configuration.PackageCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.packages.PackageDoors;
import dev.assay.packages.PackageSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Creates the package indexes and mirrors.
@Configuration(proxyBeanMethods = false)
public class PackageWiring {
  @Bean
  PackageDoors packageDoors(Settings settings, Home home) {
    PackageDoors doors = new PackageDoors(read(settings), home.packageFolder());
    doors.sweep();
    return doors;
  }

  public static PackageSettings read(Settings settings) {
    return new PackageSettings(
        settings.find(PackageCatalogue.PIP_INDEX),
        settings.find(PackageCatalogue.PIP_EXTRA_INDEXES),
        settings.find(PackageCatalogue.PIP_FIND_LINKS),
        settings.find(PackageCatalogue.NPM_REGISTRY),
        settings.find(PackageCatalogue.NPM_SCOPES),
        settings.find(PackageCatalogue.APT_MIRROR),
        settings.find(PackageCatalogue.PROXY),
        settings.find(PackageCatalogue.CERTIFICATES),
        settings.find(PackageCatalogue.CREDENTIALS),
        settings.value(PackageCatalogue.PATIENCE));
  }
}
