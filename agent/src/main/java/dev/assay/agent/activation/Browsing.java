package dev.assay.agent.activation;

import java.util.List;

/// Reading more than half of the listed skills in one command is looking around, not choosing.
final class Browsing {
  private Browsing() {}

  static List<FileUse> withoutBrowsing(List<FileUse> ofOneCommand, ListedFolders folders) {
    long touched = ofOneCommand.stream().map(FileUse::skill).distinct().count();
    return touched > 1 && touched * 2 > folders.listed().size() ? List.of() : ofOneCommand;
  }
}
