package dev.assay.workflow;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A workflow of the kind "test" that does what a test wants and notes how its runs end.
final class TestStory implements WorkflowDefinition {
  final List<String> cleaned = new CopyOnWriteArrayList<>();
  final List<RunOutcome> endings = new CopyOnWriteArrayList<>();
  private final Function<Run, Object> telling;

  TestStory(Function<Run, Object> telling) {
    this.telling = telling;
  }

  @Override
  public String kind() {
    return "test";
  }

  @Override
  public Object run(Run run) {
    return telling.apply(run);
  }

  @Override
  public void cleanUp(UUID run, String step) {
    cleaned.add(step);
  }

  @Override
  public void ending(UUID run, RunOutcome outcome) {
    endings.add(outcome);
  }
}
