package dev.assay.sandbox.agent;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.tree.ReceivedTree;
import dev.assay.skill.sandbox.tree.TreeRefused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Takes the stream of a tree that comes from inside (the other side is the helper's `files.c`).
final class TreeReceiver implements OutputListener, AutoCloseable {
  private static final int LONGEST_HEADER = 100;

  private final ReceivedTree tree;
  private final ByteArrayOutputStream header = new ByteArrayOutputStream();
  private char type;
  private long bodyLeft;
  private int nameLeft = -1;
  private long size;

  TreeReceiver(Path root, long mostBytes, int mostEntries) {
    try {
      tree = new ReceivedTree(root, mostBytes, mostEntries);
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The folder " + root + " must be new: " + e, e);
    }
  }

  @Override
  public void stderr(byte[] said) {}

  @Override
  public void stdout(byte[] piece) {
    try {
      int at = 0;
      while (at < piece.length) {
        if (bodyLeft > 0) {
          int part = (int) Math.min(bodyLeft, piece.length - at);
          body(piece, at, part);
          at += part;
        } else {
          at = head(piece, at);
        }
      }
    } catch (IOException e) {
      throw stopped(e);
    }
  }

  private void body(byte[] piece, int from, int length) throws IOException {
    tree.write(piece, from, length);
    bodyLeft -= length;
    if (bodyLeft == 0) {
      tree.shut();
    }
  }

  private int head(byte[] piece, int from) throws IOException {
    int at = from;
    while (at < piece.length && nameLeft < 0) {
      byte next = piece[at++];
      if (next == '\n') {
        begin(header.toString(StandardCharsets.US_ASCII).split(" ", -1));
        header.reset();
      } else if (header.size() == LONGEST_HEADER) {
        throw new TreeRefused("its stream is not well-formed");
      } else {
        header.write(next);
      }
    }
    int part = Math.min(Math.max(nameLeft, 0), piece.length - at);
    header.write(piece, at, part);
    nameLeft -= part;
    if (nameLeft == 0) {
      make(header.toByteArray());
      header.reset();
      nameLeft = -1;
    }
    return at + part;
  }

  private void begin(String[] words) {
    type = words[0].charAt(0);
    size = Long.parseLong(words[2]);
    nameLeft = Integer.parseInt(words[3]);
    tree.announce(size, nameLeft);
  }

  private void make(byte[] name) throws IOException {
    bodyLeft = size;
    ReceivedTree.Kind kind =
        switch (type) {
          case 'f' -> ReceivedTree.Kind.FILE;
          case 'd' -> ReceivedTree.Kind.FOLDER;
          default -> ReceivedTree.Kind.OTHER;
        };
    tree.make(kind, name);
    if (size == 0) {
      tree.shut();
    }
  }

  /// What was left out; the tree stays.
  ///
  /// @throws SandboxFailure if its stream ended in the middle
  List<String> finish() {
    if (bodyLeft > 0 || nameLeft >= 0 || header.size() > 0) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The download stopped in the middle of its stream.");
    }
    return tree.keep();
  }

  @Override
  public void close() {
    try {
      tree.close();
    } catch (IOException e) {
      throw stopped(e);
    }
  }

  private static SandboxFailure stopped(IOException cause) {
    return new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The download stopped: " + cause, cause);
  }
}
