package dev.assay.packages;

import java.net.URI;

/// One source of packages.
///
/// @param address the address without user and password; ends with a slash if it is a folder of
///   others
/// @param setting the setting that changes it
/// @param from the place where the address was found, in words
public record Source(URI address, String setting, String from) {
  public Source {
    if (address.getUserInfo() != null) {
      throw new IllegalArgumentException("An address with a user was not taken apart.");
    }
  }

  /// The source as a folder that contains everything it offers.
  Source asFolder() {
    String text = address.toString();
    return text.endsWith("/") ? this : new Source(URI.create(text + "/"), setting, from);
  }
}
