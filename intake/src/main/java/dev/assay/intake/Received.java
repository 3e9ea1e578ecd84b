package dev.assay.intake;

import dev.assay.intake.archive.Quarantine;
import dev.assay.intake.tree.Packer;
import dev.assay.intake.tree.SkillTree;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Bundle;
import java.io.IOException;
import java.util.Optional;

/// A received skill in its quarantine. Closing it removes the quarantine.
public final class Received implements AutoCloseable {
  private final Quarantine quarantine;
  private final Examination examination;
  private final Optional<SkillTree> tree;

  Received(Quarantine quarantine, Examination examination, Optional<SkillTree> tree) {
    this.quarantine = quarantine;
    this.examination = examination;
    this.tree = tree;
  }

  public Examination examination() {
    return examination;
  }

  /// Stores the admitted tree under the bundle's digest and the author's tests under their digest,
  /// each as a flat zip. Only an accepted skill can be stored.
  public Bundle keepIn(BlobStore store) throws IOException {
    if (!(examination instanceof Examination.Accepted(Bundle bundle)) || tree.isEmpty()) {
      throw new IllegalStateException("a refused skill is not kept");
    }
    SkillTree files = tree.get();
    store.keep(bundle.digest(), sink -> Packer.pack(files.admitted(), "", sink));
    if (bundle.evalsDigest().isPresent()) {
      store.keep(bundle.evalsDigest().get(), sink -> Packer.pack(files.evals(), "", sink));
    }
    return bundle;
  }

  @Override
  public void close() throws IOException {
    quarantine.close();
  }
}
