package dev.assay;

import dev.assay.home.Home;
import dev.assay.packages.PackageDoors;
import dev.assay.packages.PackageSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Where packages come from.
@Configuration(proxyBeanMethods = false)
class PackageWiring {
  @Bean
  PackageDoors packageDoors(Home home) {
    return new PackageDoors(PackageSettings.none(), home.workFolder());
  }
}
