package dev.assay.validation.lab;

import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;

/// The sandbox of one task with its two folders. The folders are made like those of a new
/// conversation and removed with the sandbox.
final class TaskSandbox implements AutoCloseable {
  private final Sandbox sandbox;
  private final SharedFolders folders;
  private final List<UUID> borrowed;

  private TaskSandbox(Sandbox sandbox, SharedFolders folders, List<UUID> borrowed) {
    this.sandbox = sandbox;
    this.folders = folders;
    this.borrowed = List.copyOf(borrowed);
  }

  static TaskSandbox open(
      Workspaces workspaces, Task task, Laboratory.Site site, SortedMap<String, Path> skills) {
    return open(workspaces, task, site, skills, Keys.NONE);
  }

  /// Opens a sandbox with [PlantedKeys].
  static TaskSandbox openWithKeys(
      Workspaces workspaces, Task task, Laboratory.Site site, SortedMap<String, Path> skills) {
    return open(workspaces, task, site, skills, Keys.PLANTED);
  }

  private enum Keys {
    NONE,
    PLANTED
  }

  private static TaskSandbox open(
      Workspaces workspaces,
      Task task,
      Laboratory.Site site,
      SortedMap<String, Path> skills,
      Keys keys) {
    SharedFolders folders = workspaces.folders();
    List<UUID> borrowed = new ArrayList<>();
    boolean done = false;
    try {
      UUID id = folders.borrow();
      borrowed.add(id);
      for (TaskFile file : task.files()) {
        upload(folders, id, file);
      }
      Map<String, Path> watched = new HashMap<>();
      if (keys == Keys.PLANTED) {
        borrowed.add(folders.borrow());
        Path folder = SharedFolders.make(folders.uploads(borrowed.getLast()));
        PlantedKeys.write(folder);
        watched.put(PlantedKeys.PLACE, folder);
      }
      Workspaces.Contents contents =
          new Workspaces.Contents(
              site.image(),
              site.network(),
              SharedFolders.make(folders.uploads(id)),
              SharedFolders.make(folders.intermediate(id)),
              skills,
              folders.size(id),
              watched);
      Sandbox sandbox = workspaces.openLasting(contents, Laboratory.holder(site)).sandbox();
      done = true;
      return new TaskSandbox(sandbox, folders, borrowed);
    } catch (IOException e) {
      throw unusable(e);
    } finally {
      if (!done) {
        giveBack(folders, borrowed);
      }
    }
  }

  private static void upload(SharedFolders folders, UUID id, TaskFile file) throws IOException {
    Path incoming = folders.incoming();
    try {
      Files.write(incoming, file.content());
      folders.place(incoming, id, file.name());
    } finally {
      Files.deleteIfExists(incoming);
    }
  }

  Sandbox sandbox() {
    return sandbox;
  }

  @Override
  public void close() {
    try {
      sandbox.close();
    } finally {
      giveBack(folders, borrowed);
    }
  }

  /// Returns all folders, even if one cannot be removed.
  private static void giveBack(SharedFolders folders, List<UUID> borrowed) {
    IOException failure = null;
    for (UUID id : borrowed) {
      try {
        folders.giveBack(id);
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw unusable(failure);
    }
  }

  private static SandboxFailure unusable(IOException e) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        "The folders of a task cannot be made or removed: %s. Check the disk and assay.conversation.uploads and .intermediate."
            .formatted(e),
        e);
  }
}
