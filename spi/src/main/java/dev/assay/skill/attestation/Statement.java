package dev.assay.skill.attestation;

/// The constants of signed statements, for those who write and those who read them.
public final class Statement {
  public static final String TYPE = "https://in-toto.io/Statement/v1";

  /// The predicate type: how a skill was proved.
  public static final String PREDICATE = "https://assay.dev/attestation/validation/v1";

  /// The name of the digest that names a tree of files.
  public static final String TREE = "assayTree1";

  private Statement() {}
}
