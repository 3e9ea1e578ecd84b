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
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;

/// The sandbox of one task with its two folders, made as those of a new conversation are and
/// removed with it.
final class TaskSandbox implements AutoCloseable {
  private final Sandbox sandbox;
  private final SharedFolders folders;
  private final UUID id;

  private TaskSandbox(Sandbox sandbox, SharedFolders folders, UUID id) {
    this.sandbox = sandbox;
    this.folders = folders;
    this.id = id;
  }

  static TaskSandbox open(
      Workspaces workspaces, Task task, Laboratory.Site site, SortedMap<String, Path> skills) {
    return open(workspaces, task, site, skills, Map.of());
  }

  /// With [PlantedKeys], of which the sandbox gets a copy of its own.
  static TaskSandbox openWithKeys(
      Workspaces workspaces, Task task, Laboratory.Site site, SortedMap<String, Path> skills) {
    SharedFolders folders = workspaces.folders();
    UUID keys = borrow(folders);
    try {
      Path folder = SharedFolders.make(folders.uploads(keys));
      PlantedKeys.write(folder);
      return open(workspaces, task, site, skills, Map.of(PlantedKeys.PLACE, folder));
    } catch (IOException e) {
      throw unusable(e);
    } finally {
      giveBack(folders, keys);
    }
  }

  private static TaskSandbox open(
      Workspaces workspaces,
      Task task,
      Laboratory.Site site,
      SortedMap<String, Path> skills,
      Map<String, Path> watched) {
    SharedFolders folders = workspaces.folders();
    UUID id = borrow(folders);
    boolean done = false;
    try {
      for (TaskFile file : task.files()) {
        upload(folders, id, file);
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
      return new TaskSandbox(sandbox, folders, id);
    } catch (IOException e) {
      throw unusable(e);
    } finally {
      if (!done) {
        giveBack(folders, id);
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
      giveBack(folders, id);
    }
  }

  private static UUID borrow(SharedFolders folders) {
    try {
      return folders.borrow();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private static void giveBack(SharedFolders folders, UUID id) {
    try {
      folders.giveBack(id);
    } catch (IOException e) {
      throw unusable(e);
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
