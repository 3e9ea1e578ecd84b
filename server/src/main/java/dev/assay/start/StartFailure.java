package dev.assay.start;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.database.Migrations;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;

/// Turns the exception of a failed start into a sentence with a remedy.
final class StartFailure {
  private StartFailure() {}

  static AssayException explain(RuntimeException failure, Settings settings) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      AssayException explained = explain(cause, settings);
      if (explained != null) {
        return explained;
      }
    }
    return new AssayException(
        ErrorCode.INTERNAL_ERROR, "The server could not start: " + failure, failure);
  }

  private static @Nullable AssayException explain(Throwable cause, Settings settings) {
    return switch (cause) {
      case AssayException ours -> ours;
      case PortInUseException inUse ->
          new AssayException(
              ErrorCode.PORT_IN_USE,
              "Port "
                  + inUse.getPort()
                  + " on "
                  + settings.value(Catalogue.SERVER_ADDRESS)
                  + " is in use. Stop the program that has it, or choose another with --port"
                  + " (--port 0 takes a free one).",
              inUse);
      case java.net.BindException bind ->
          new AssayException(
              ErrorCode.CONFIGURATION_INVALID,
              "Cannot listen on assay.server.address \""
                  + settings.value(Catalogue.SERVER_ADDRESS)
                  + "\" port "
                  + settings.value(Catalogue.SERVER_PORT)
                  + " ("
                  + bind.getMessage()
                  + "). Use an address of this machine, and a port from 1024 unless you are root.",
              bind);
      case WebServerException web when web.getCause() == null ->
          new AssayException(
              ErrorCode.CONFIGURATION_INVALID, "The web server cannot start: " + web.getMessage());
      default -> Migrations.explain(cause).orElse(null);
    };
  }
}
