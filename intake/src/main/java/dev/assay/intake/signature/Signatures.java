package dev.assay.intake.signature;

import java.util.List;
import java.util.stream.Stream;

/// The list of all signatures, and the index of their keywords.
public final class Signatures {
  public static final List<Signature> ALL =
      Stream.of(
              CodeSignatures.ALL,
              KeyFileSignatures.ALL,
              ControlSignatures.ALL,
              ContextSignatures.ALL,
              RoutineSignatures.ALL,
              LanguageSignatures.ALL,
              AgainstUserSignatures.ALL,
              PretextSignatures.ALL,
              UncheckedSignatures.ALL,
              ImplantSignatures.ALL,
              ExecutionSignatures.ALL,
              ToolServerSignatures.ALL,
              GeneratedCodeSignatures.ALL,
              SessionSignatures.ALL,
              ForeignSignatures.ALL,
              DeceptionSignatures.ALL,
              TemplateSignatures.ALL,
              GatheringSignatures.ALL,
              TakeoverSignatures.ALL,
              HostSignatures.ALL,
              ConcealedCommandSignatures.ALL)
          .flatMap(List::stream)
          .toList();
  public static final KeywordIndex INDEX = new KeywordIndex(ALL);

  /// The index of the signatures that are also searched in sentences of several lines.
  public static final KeywordIndex SENTENCES =
      new KeywordIndex(
          Stream.of(
                  LanguageSignatures.ALL,
                  AgainstUserSignatures.ALL,
                  PretextSignatures.ALL,
                  GatheringSignatures.ALL,
                  TakeoverSignatures.ALL)
              .flatMap(List::stream)
              .toList());

  private Signatures() {}
}
