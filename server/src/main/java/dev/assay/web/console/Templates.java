package dev.assay.web.console;

import gg.jte.springframework.boot.autoconfigure.JteAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/// Pages are made by templates that were compiled with the server.
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(JteAutoConfiguration.class)
class Templates {}
