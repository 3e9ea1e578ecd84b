package dev.assay.packages;

import dev.assay.skill.dependency.Ecosystem;
import java.time.Duration;

/// What came of looking up one package.
///
/// @param address that was asked, without user and password; empty if there is none
/// @param from where that address is configured, in words
/// @param finding what it answered, or why there is nobody to ask
/// @param remedy empty if all is well
public record LookUp(
    Ecosystem ecosystem,
    String address,
    String from,
    String finding,
    String remedy,
    Duration took) {
  /// The tool whose packages they are: `pip`, `npm` or `apt`.
  public String tool() {
    return Exchange.tool(ecosystem);
  }

  public boolean isGood() {
    return remedy.isEmpty();
  }
}
