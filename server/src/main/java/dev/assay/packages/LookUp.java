package dev.assay.packages;

import dev.assay.skill.dependency.Ecosystem;
import java.time.Duration;

/// The result of looking up one package.
///
/// @param address the address that was asked, without user and password; empty if there is none
/// @param from the place where that address is configured, in words
/// @param finding the answer, or the reason why there is no index
/// @param remedy the advice; empty if all is well
public record LookUp(
    Ecosystem ecosystem,
    String address,
    String from,
    String finding,
    String remedy,
    Duration took) {
  /// The tool of the ecosystem: `pip`, `npm` or `apt`.
  public String tool() {
    return Exchange.tool(ecosystem);
  }

  public boolean isGood() {
    return remedy.isEmpty();
  }
}
