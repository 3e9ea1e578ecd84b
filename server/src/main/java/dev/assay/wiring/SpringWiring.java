package dev.assay.wiring;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.DiskSpaceHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.SslHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.jvm.JvmMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.system.SystemMetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.metrics.TomcatMetricsAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/// The parts of Spring Boot that a server uses, listed one by one. Searching for all possible parts
/// took a third of a start. Parts found that way, such as unused proxies for annotations, slow down
/// the creation of all others.
@ImportAutoConfiguration({
  // the application itself
  ApplicationAvailabilityAutoConfiguration.class,
  ConfigurationPropertiesAutoConfiguration.class,
  LifecycleAutoConfiguration.class,
  PropertyPlaceholderAutoConfiguration.class,
  SslAutoConfiguration.class,
  TaskExecutionAutoConfiguration.class,
  TaskSchedulingAutoConfiguration.class,
  // database
  DataSourceAutoConfiguration.class,
  DataSourceHealthContributorAutoConfiguration.class,
  DataSourcePoolMetricsAutoConfiguration.class,
  DataSourceTransactionManagerAutoConfiguration.class,
  FlywayAutoConfiguration.class,
  JdbcClientAutoConfiguration.class,
  JdbcTemplateAutoConfiguration.class,
  // web server and pages
  DispatcherServletAutoConfiguration.class,
  ErrorMvcAutoConfiguration.class,
  HttpEncodingAutoConfiguration.class,
  HttpMessageConvertersAutoConfiguration.class,
  JacksonAutoConfiguration.class,
  MultipartAutoConfiguration.class,
  ServletManagementContextAutoConfiguration.class,
  TomcatMetricsAutoConfiguration.class,
  TomcatServletWebServerAutoConfiguration.class,
  WebMvcAutoConfiguration.class,
  WebMvcHealthEndpointExtensionAutoConfiguration.class,
  WebMvcObservationAutoConfiguration.class,
  // security
  SecurityAutoConfiguration.class,
  SecurityFilterAutoConfiguration.class,
  ServletWebSecurityAutoConfiguration.class,
  // health and metrics
  AvailabilityHealthContributorAutoConfiguration.class,
  AvailabilityProbesAutoConfiguration.class,
  CompositeMeterRegistryAutoConfiguration.class,
  DiskSpaceHealthContributorAutoConfiguration.class,
  EndpointAutoConfiguration.class,
  HealthContributorAutoConfiguration.class,
  HealthContributorRegistryAutoConfiguration.class,
  HealthEndpointAutoConfiguration.class,
  JvmMetricsAutoConfiguration.class,
  LogbackMetricsAutoConfiguration.class,
  ManagementContextAutoConfiguration.class,
  MetricsAutoConfiguration.class,
  ObservationAutoConfiguration.class,
  PrometheusMetricsExportAutoConfiguration.class,
  SslHealthContributorAutoConfiguration.class,
  SystemMetricsAutoConfiguration.class,
  WebEndpointAutoConfiguration.class
})
final class SpringWiring {}
