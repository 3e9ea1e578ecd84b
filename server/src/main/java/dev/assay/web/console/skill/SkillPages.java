package dev.assay.web.console.skill;

import dev.assay.audit.AuditFilter;
import dev.assay.audit.AuditLog;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.VersionComparisons;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.SkillHistory;
import dev.assay.validation.Validations;
import dev.assay.validation.shown.EvidenceView;
import dev.assay.web.ModelCosts;
import dev.assay.web.console.Notice;
import dev.assay.web.console.evidence.TranscriptView;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import dev.assay.web.files.MarkdownHtml;
import dev.assay.workflow.RunRecord;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The tabs of one skill. They show the findings of its last validation, or of an earlier one
/// (`?run=`).
@Controller
@RequestMapping("/admin/skills/{id}")
class SkillPages {
  private static final int MOST_ENTRIES = 200;
  private static final int PAGE_SIZE = 25;

  private final SkillRunView view;
  private final SkillFolders folders;
  private final AuditLog audit;
  private final VersionComparisons comparisons;
  private final ModelCosts costs;
  private final SkillHistory history;

  SkillPages(
      SkillRunView view,
      SkillFolders folders,
      AuditLog audit,
      VersionComparisons comparisons,
      ModelCosts costs,
      SkillHistory history) {
    this.history = history;
    this.costs = costs;
    this.view = view;
    this.folders = folders;
    this.audit = audit;
    this.comparisons = comparisons;
  }

  @GetMapping
  ModelAndView overview(
      HttpServletRequest request,
      @PathVariable("id") UUID id,
      @RequestParam(name = "run", required = false) @Nullable UUID run,
      @RequestParam(name = "done", defaultValue = "") String done) {
    return view.overview(
        request,
        id,
        Optional.ofNullable(run),
        skill -> new Notice(ActionMessage.sentence(done, skill), ""));
  }

  /// Returns the part of the overview that refreshes itself while the run is alive. At its end the
  /// whole page is reloaded.
  @GetMapping("/live")
  ModelAndView live(
      HttpServletRequest request, HttpServletResponse response, @PathVariable("id") UUID id) {
    SkillRunView.Opened opened =
        view.open(request, id, Optional.empty(), Tab.OVERVIEW, Notice.NONE);
    if (!opened.head().alive()) {
      response.setHeader("HX-Refresh", "true");
    }
    return new ModelAndView("skill/news", Map.of("head", opened.head(), "live", view.live(opened)));
  }

  @GetMapping("/{tab}")
  ModelAndView tab(
      HttpServletRequest request,
      @PathVariable("id") UUID id,
      @PathVariable("tab") String word,
      @RequestParam(name = "run", required = false) @Nullable UUID run,
      @RequestParam(name = "path", defaultValue = "SKILL.md") String path) {
    Tab tab = Tab.find(word).orElseThrow(() -> nothing("There is no page \"" + word + "\" here."));
    SkillRunView.Opened opened = view.open(request, id, Optional.ofNullable(run), tab, Notice.NONE);
    Map<String, Object> model = new HashMap<>();
    model.put("head", opened.head());
    switch (tab) {
      case OVERVIEW, FINDINGS -> {}
      case TASKS, NETWORK, DEPENDENCIES, REGRESSION -> model.put("evidence", evidence(opened));
      case REPORT -> {
        Optional<Validations.Written> report = view.report(opened);
        model.put("writer", report.map(Validations.Written::writer).orElse(""));
        model.put("html", report.map(each -> MarkdownHtml.html(each.markdown())).orElse(""));
      }
      case COSTS ->
          model.put(
              "lines",
              opened.head().run().map(shown -> costs.of(shown.id().toString())).orElse(List.of()));
      case FILES -> {
        Skill skill = opened.head().skill();
        SkillFileView file =
            SkillFileView.find(skill.bundle(), folders, path)
                .orElseThrow(() -> nothing("The skill has no file \"" + path + "\"."));
        model.put("file", file);
        model.put("html", file.isSkillText() ? MarkdownHtml.html(file.body()) : "");
      }
      case AUDIT -> model.put("entries", audit.list(about(id), Long.MAX_VALUE, MOST_ENTRIES));
      case HISTORY -> {
        Search search = Search.of(request, "/admin/skills/" + id + "/history", "run");
        model.put("runs", Excerpt.of(view.runs(id), SkillPages::about, search, PAGE_SIZE));
        model.put(
            "versions",
            Excerpt.of(view.versions(opened.head().skill()), SkillPages::about, search, PAGE_SIZE));
        model.put("phases", view.live(opened).phases());
        model.put("known", history.of(id));
      }
    }
    return tab == Tab.OVERVIEW
        ? new ModelAndView("redirect:" + opened.head().address(tab))
        : new ModelAndView("skill/" + tab.word(), model);
  }

  /// Shows the differences between this version and another one of the same name.
  @GetMapping("/diff")
  ModelAndView diff(
      HttpServletRequest request,
      @PathVariable("id") UUID id,
      @RequestParam(name = "against", required = false) @Nullable Integer against) {
    SkillRunView.Opened opened = view.open(request, id, Optional.empty(), Tab.HISTORY, Notice.NONE);
    return new ModelAndView(
        "skill/diff",
        Map.of(
            "head", opened.head(), "found", comparisons.compare(id, Optional.ofNullable(against))));
  }

  @GetMapping("/report.md")
  ResponseEntity<byte[]> download(
      HttpServletRequest request,
      @PathVariable("id") UUID id,
      @RequestParam(name = "run", required = false) @Nullable UUID run) {
    SkillRunView.Opened opened =
        view.open(request, id, Optional.ofNullable(run), Tab.REPORT, Notice.NONE);
    String markdown =
        view.report(opened)
            .map(Validations.Written::markdown)
            .orElseThrow(() -> nothing("This run has no report."));
    Skill skill = opened.head().skill();
    ContentDisposition file =
        ContentDisposition.attachment()
            .filename(
                "report-%s-%d.md".formatted(skill.name(), skill.version()), StandardCharsets.UTF_8)
            .build();
    return ResponseEntity.ok()
        .header(HttpHeaders.CONTENT_DISPOSITION, file.toString())
        .header(HttpHeaders.CONTENT_TYPE, "text/markdown;charset=UTF-8")
        .body(markdown.getBytes(StandardCharsets.UTF_8));
  }

  @GetMapping("/runs/{run}/transcripts/{transcript}")
  ModelAndView transcript(
      HttpServletRequest request,
      @PathVariable("id") UUID id,
      @PathVariable("run") UUID run,
      @PathVariable("transcript") UUID transcript) {
    SkillRunView.Opened opened = view.open(request, id, Optional.of(run), Tab.TASKS, Notice.NONE);
    TranscriptView shown =
        view.transcript(id, run, transcript)
            .map(TranscriptView::read)
            .orElseThrow(() -> nothing("The run has no transcript " + transcript + "."));
    return new ModelAndView(
        "skill/transcript",
        Map.of("head", opened.head(), "transcript", shown, "id", transcript.toString()));
  }

  private static String about(RunRecord run) {
    return run.state().word().replace('_', ' ') + " " + run.times().asked() + " " + run.id();
  }

  private static String about(Skill version) {
    return "version %d %s %s %s"
        .formatted(
            version.version(),
            version.status().word().replace('_', ' '),
            version.uploadedBy(),
            version.uploadedAt());
  }

  private static AuditFilter about(UUID id) {
    return new AuditFilter(
        Optional.empty(),
        Optional.empty(),
        Optional.of(id.toString()),
        Optional.empty(),
        Optional.empty());
  }

  private static EvidenceView evidence(SkillRunView.Opened opened) {
    return EvidenceView.of(opened.head().skill().name(), opened.steps());
  }

  private static AssayException nothing(String what) {
    return new AssayException(ErrorCode.NOT_FOUND, what);
  }
}
