package dev.assay.agent.activation;

import java.util.List;

/// Drops the uses of a command that reads more than half of the listed skills: that is browsing,
/// not choosing.
final class Browsing {
  private Browsing() {}

  static List<FileUse> withoutBrowsing(List<FileUse> ofOneCommand, ListedFolders folders) {
    long touched = ofOneCommand.stream().map(FileUse::skill).distinct().count();
    return touched > 1 && touched * 2 > folders.listed().size() ? List.of() : ofOneCommand;
  }
}
