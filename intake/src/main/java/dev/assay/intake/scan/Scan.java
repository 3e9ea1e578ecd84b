package dev.assay.intake.scan;

import dev.assay.intake.program.MissingScripts;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.KeywordIndex;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Signature;
import dev.assay.intake.signature.Signatures;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.Finding;
import dev.assay.skill.dependency.Dependencies;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs all scans over a skill's text and collects the findings.
public final class Scan {
  private static final int MAX_PER_RULE_AND_FILE = 3;
  private static final int MAX_FINDINGS = 200;
  private static final Regex LICENSE = new Regex("(?i)(^|/)(licen[cs]e|notice|copying)[^/]*$");
  private static final String EVALS = "evals/";

  /// The work limit of a scan. It takes six seconds at worst, with eight files of a mebibyte each;
  /// an ordinary skill needs a thousandth of it.
  private static final long MOST_WORK = 1_000_000_000L;

  private final Sources sources;
  private final Dependencies dependencies;
  private final List<MissingScripts.Missing> missing;
  private final FindingList findings;
  private final Indicators indicators;
  private final Quotation quotation;
  private final Corroboration corroboration;
  private String current = "SKILL.md";

  Scan(Sources sources, Dependencies dependencies, Indicators indicators, FindingList findings) {
    this(sources, dependencies, indicators, MissingScripts.of(sources), findings);
  }

  /// @param missing the scripts that the instructions run and the skill lacks
  public Scan(
      Sources sources,
      Dependencies dependencies,
      Indicators indicators,
      List<MissingScripts.Missing> missing,
      FindingList findings) {
    this.missing = List.copyOf(missing);
    this.indicators = indicators;
    this.sources = sources;
    this.dependencies = dependencies;
    this.findings = findings;
    this.quotation = new Quotation(sources);
    this.corroboration = new Corroboration(sources);
  }

  /// @param unreadable the archives inside the skill that could not be opened
  public void run(List<String> unreadable) {
    run(unreadable, new Work(MOST_WORK));
  }

  void run(List<String> unreadable, Work work) {
    FindingList found = look(unreadable, work);
    if (found.dropped() > 0) {
      found.kept().forEach(findings::add);
      findings.add(ScanRule.MORE.about("The scan found " + found.dropped() + " more."));
    } else {
      corroboration.weigh(found.kept(), work).forEach(findings::add);
    }
  }

  /// Returns the findings of all rules before they are weighed.
  FindingList look(List<String> unreadable, Work work) {
    FindingList found = FindingList.onePerLine(MAX_FINDINGS);
    try {
      work.limit(() -> texts(found));
    } catch (Work.Exhausted e) {
      found.add(
          ScanRule.UNFINISHED.in(
              current, "The scan stopped in " + current + " and did not read further."));
    }
    corroboration.weak().forEach(found::add); // last: a strong finding of the same line stays
    sources.binaries().forEach(binary -> BinaryScan.look(binary, found));
    unreadable.forEach(
        path ->
            found.add(
                ScanRule.UNREADABLE_ARCHIVE.in(outer(path), path + " cannot be looked into.")));
    sources
        .cut()
        .forEach(
            path -> found.add(ScanRule.NOT_SCANNED.in(path, path + " was scanned only in part.")));
    if (sources.omitted() > 0) {
      found.add(
          ScanRule.NOT_SCANNED.about(sources.omitted() + " more files were not looked into."));
    }
    return found;
  }

  private void texts(FindingList found) {
    InstallScan installs = new InstallScan(dependencies, found);
    DomainScan domains =
        new DomainScan(sources.find("SKILL.md").map(SourceText::text).orElse(""), found);
    OutboundScan outbound = new OutboundScan(sources, found);
    HarvestScan harvest = new HarvestScan();
    SkillFlows flows = new SkillFlows();
    FetchedProgramScan fetched = new FetchedProgramScan();
    TyposquatScan.look(dependencies, sources, found);
    UnrelatedProgramScan.look(sources, found);
    MismatchScan.look(sources, found);
    UnsaidChangeScan.look(sources, found);
    UnsaidLossScan.look(sources, found);
    UnsaidUploadScan.look(sources, found);
    EncodedAddressScan.look(sources, found);
    DisguisedCodeScan.look(sources, found);
    AbsentImportScan.look(sources, found);
    ActionScan.look(sources, found);
    OwnerScan.look(sources, found);
    AllowedToolsScan.look(sources, found);
    MissingProgramScan.look(sources, missing, found);
    for (SourceText source : sources.texts()) {
      current = source.path();
      SecretScan.look(source, found);
      if (source.path().startsWith(EVALS) || LICENSE.matcher(source.path()).find()) {
        continue;
      }
      if (!source.isPlain()) {
        HiddenTextScan.look(source, found);
        ForeignScan.look(source, found);
      }
      Optional<SourceText> folded = Folding.of(source);
      signatures(source, folded, outbound, found);
      List<Statements.Unit> units = Statements.of(folded.orElse(source));
      flows.look(source, units, found);
      OddCodeScan.look(source, units, found);
      TriggerScan.look(source, units, found);
      CodePairScan.look(source, found);
      GrantScan.look(source, found);
      fetched.look(source);
      harvest.look(source, units, found);
      UntrustedCodeScan.look(source, units, quotation, found);
      installs.look(source);
      domains.look(source);
    }
    harvest.end(found);
    fetched.end(found);
    flows.end(found);
  }

  private void signatures(
      SourceText source, Optional<SourceText> folded, OutboundScan outbound, FindingList found) {
    Set<String> reported = new HashSet<>();
    View written = View.of(source);
    search(written, reported, found);
    indicators.look(written, found);
    List<View> views = new ArrayList<>();
    folded.ifPresent(text -> views.add(View.folded(written, text)));
    Decoder decoder = new Decoder(source, folded);
    views.addAll(decoder.views());
    for (View view : views) {
      search(view, reported, found);
      indicators.look(view, found);
    }
    if (source.extension().equals(".md")) {
      Sentences.of(source)
          .ifPresent(
              text -> search(Signatures.SENTENCES, text.view(), text.known(reported), found));
      PairScan.look(source, found);
      PrerequisiteScan.look(source, quotation, found);
      outbound.look(written);
      ToldSecretsScan.look(source, quotation, found);
    }
    ClipboardScan.look(source, found);
    FetchedFileScan.look(source, found);
    ForeignPackageScan.look(written, found);
    for (Decoder.Program program : decoder.programs()) {
      if (reported.add(ScanRule.BINARY.id())) {
        found.add(
            ScanRule.BINARY.at(
                source.path(),
                program.line(),
                "Encoded text holds " + program.magic().words() + ".",
                ""));
      }
    }
  }

  private void search(View view, Set<String> reported, FindingList found) {
    search(Signatures.INDEX, view, reported, found);
  }

  private void search(KeywordIndex index, View view, Set<String> reported, FindingList found) {
    IdentityHashMap<Signature, Lines> lines = new IdentityHashMap<>();
    index.search(
        view.shown().text(),
        (signature, offset) -> {
          Lines seen = lines.computeIfAbsent(signature, any -> new Lines());
          if (seen.isNew(view.shown(), offset)
              && !view.isAsWritten(seen.line)
              && signature.matches(view.shown().line(seen.line))) {
            seen.reported += report(view, signature, seen.line, reported, found);
          }
        });
  }

  /// The lines on which a signature was tried. The keywords come in the text's order.
  private static final class Lines {
    private int line;
    private int end;
    private int reported;

    boolean isNew(SourceText text, int offset) {
      if (offset < end || reported >= MAX_PER_RULE_AND_FILE) {
        return false;
      }
      line = text.lineAt(offset);
      end = line == text.lines() ? text.text().length() : text.start(line + 1);
      return true;
    }
  }

  /// Reports at most one finding per rule and line, also when several views show the line. Returns
  /// the number of findings.
  private int report(
      View view, Signature signature, int line, Set<String> reported, FindingList found) {
    int original = view.lineOf().applyAsInt(line);
    String place = signature.rule().id() + ":" + original;
    if (view.isConcealed()) {
      corroboration.addConcealed(view.source().path(), place);
    }
    if (reported.contains(place) || !reported.add(signature.weak() ? "weak " + place : place)) {
      return 0;
    }
    Finding finding =
        signature
            .rule()
            .at(
                view.source().path(),
                original,
                signature.message()
                    + (view.how().isEmpty() ? "" : " It is hidden" + view.how() + "."),
                SecretScan.mask(view.shown().excerpt(line)));
    boolean quoted =
        !view.isConcealed()
            && (quotation.is(signature.rule(), view.source(), original)
                || Prohibition.covers(signature, view.source(), original));
    if (signature.weak() && !quoted) {
      corroboration.addWeak(finding);
    } else {
      found.add(quoted ? finding.asNote() : finding);
    }
    return 1;
  }

  private static String outer(String path) {
    int inner = path.indexOf('!');
    return inner < 0 ? path : path.substring(0, inner);
  }
}
