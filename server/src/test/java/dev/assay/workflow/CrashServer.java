package dev.assay.workflow;

import dev.assay.skill.FreeSpace;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// A process that works on runs until it is killed. Every beginning of work is noted in a table of
/// the test's own.
final class CrashServer {
  static final int SLOTS = 2;

  private CrashServer() {}

  static WorkflowDefinition story(JdbcClient jdbc) {
    return new WorkflowDefinition() {
      @Override
      public String kind() {
        return "test";
      }

      @Override
      public Object run(Run run) {
        int first = run.step("first", Integer.class, () -> work(run, "first", 1));
        List<Integer> pair =
            run.steps(
                Integer.class,
                List.of(
                    new Step<>("left", () -> work(run, "left", first + 1)),
                    new Step<>("right", () -> work(run, "right", first + 2))),
                2);
        return run.step(
            "last", Integer.class, () -> work(run, "last", pair.get(0) * pair.get(1) + first));
      }

      private int work(Run run, String step, int value) {
        note(run.id(), step, "begun");
        return value;
      }

      @Override
      public void cleanUp(UUID run, String step) {
        note(run, step, "cleaned");
      }

      private void note(UUID run, String step, String what) {
        jdbc.sql("insert into note (run, step, what, process) values (?, ?, ?, ?)")
            .params(run, step, what, ProcessHandle.current().pid())
            .update();
      }
    };
  }

  static Workflow open(String url, String user, String password, Duration heartbeat) {
    DriverManagerDataSource source = new DriverManagerDataSource(url, user, password);
    WorkflowTiming pace =
        new WorkflowTiming(
            heartbeat,
            heartbeat.dividedBy(4),
            Duration.ofSeconds(5),
            WorkflowTiming.Retry.of(2, Duration.ofMillis(10)));
    return new Workflow(
        source,
        Clock.systemUTC(),
        pace,
        new EventSignals(),
        FreeSpace.PLENTY,
        List.of(new RunKind(story(JdbcClient.create(source)), SLOTS)));
  }

  public static void main(String[] arguments) throws InterruptedException {
    Workflow workflow =
        open(
            System.getenv("URL"),
            System.getenv("DB_USER"),
            System.getenv("DB_PASSWORD"),
            Duration.parse(arguments[0]));
    workflow.open();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
