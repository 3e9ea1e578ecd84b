package dev.assay.agent;

import static dev.assay.agent.AgentFixture.answer;
import static dev.assay.agent.AgentFixture.entries;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agent.AgentRun.Ending;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.tool.Todo;
import dev.assay.skill.tool.ToolAnswer;
import dev.assay.skill.transcript.Entry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AgentLoopStoryTest {
  @Test
  void uses_tools_until_there_is_an_answer_and_keeps_everything() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            say: I look.
            call: echo {"word": "hi"}
            usage: 100 20
            ---
            if: heard
            say: It said hi.
            usage: 150 5
            """)) {
      AgentRun run = fixture.run("Say hi.", SimpleTool.echo());
      assertThat(answer(run)).isEqualTo("It said hi.");
      assertThat(run.transcript().usage().total()).isEqualTo(275);
      assertThat(run.transcript().entries())
          .extracting(entry -> entry.getClass().getSimpleName())
          .containsExactly("Instructed", "Asked", "Replied", "Used", "Replied", "Noted");
      assertThat(fixture.kept).isEqualTo(run.transcript().entries());
      assertThat(fixture.server.requests().getFirst().tools())
          .containsExactly("echo", "write_todos", "task");
      assertThat(fixture.server.requests().getFirst().authorization())
          .isEqualTo("Bearer " + AgentFixture.KEY);
      assertThat(fixture.server.requests().get(1).texts("tool"))
          .containsExactly("heard {\"word\": \"hi\"}");
      assertThat(run.transcript().toString()).doesNotContain(AgentFixture.KEY);
    }
  }

  @Test
  void calls_of_one_reply_run_at_the_same_time_and_are_answered_in_order() {
    CyclicBarrier both = new CyclicBarrier(2);
    SimpleTool meeting =
        new SimpleTool(
            "meet",
            arguments -> {
              try {
                both.await(20, TimeUnit.SECONDS);
              } catch (Exception e) {
                return ToolAnswer.failed("nobody came");
              }
              return ToolAnswer.of("met " + arguments);
            });
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: meet {"word": "one"}
            call: meet {"word": "two"}
            ---
            say: done
            """)) {
      AgentRun run = fixture.run("Meet.", meeting);
      assertThat(entries(run, Entry.Used.class))
          .extracting(Entry.Used::result)
          .containsExactly("met {\"word\": \"one\"}", "met {\"word\": \"two\"}");
    }
  }

  @Test
  void what_the_model_does_wrong_is_told_to_it_and_after_five_times_in_a_row_it_is_over() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: ech {"word": "hi"}
            ---
            if: There is no tool
            call: echo {"wrod": "hi"}
            ---
            if: are wrong
            call: echo {"word": "hi
            ---
            if: not JSON
            say: sorry
            """)) {
      AgentRun run = fixture.run("Say hi.", SimpleTool.echo());
      assertThat(answer(run)).isEqualTo("sorry");
      assertThat(entries(run, Entry.Used.class)).allMatch(Entry.Used::failed);
    }
    try (AgentFixture fixture =
        new AgentFixture(
            """
            always
            call: nothing {}
            """)) {
      AgentRun run = fixture.run("Say hi.", SimpleTool.echo());
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_ANSWER_UNUSABLE);
      assertThat(fixture.server.requests()).hasSize(5);
    }
  }

  @Test
  void an_empty_or_cut_answer_is_asked_for_again_and_a_withheld_one_is_a_failure() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            say:
            ---
            if: You said nothing
            say: very long
            finish: length
            ---
            if: was cut
            say: short
            """)) {
      assertThat(answer(fixture.run("Go."))).isEqualTo("short");
    }
    try (AgentFixture fixture =
        new AgentFixture(
            """
            say: no
            finish: content_filter
            ---
            say: yes
            """)) {
      assertThat(answer(fixture.run("Go."))).isEqualTo("yes");
    }
    try (AgentFixture fixture =
        new AgentFixture(
            """
            always
            say: no
            finish: content_filter
            """)) {
      AgentRun run = fixture.run("Go.");
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_REFUSED);
      assertThat(fixture.server.requests()).hasSize(3);
    }
  }

  @Test
  void faults_of_the_provider_are_tried_again_with_pauses_and_noted() {
    List<String> heard = new ArrayList<>();
    try (AgentFixture fixture =
        new AgentFixture(
            """
            status: 429
            header: Retry-After: 7
            say: slow down
            ---
            status: 503
            ---
            cut
            say: I was going to
            ---
            say: at last
            """)) {
      fixture.listener =
          new AgentListener() {
            @Override
            public void restarted() {
              heard.add("restarted");
            }
          };
      AgentRun run = fixture.run("Go.");
      assertThat(answer(run)).isEqualTo("at last");
      assertThat(fixture.pauses).hasSize(3);
      assertThat(fixture.pauses.getFirst()).isEqualTo(Duration.ofSeconds(7));
      assertThat(fixture.pauses.get(2)).isGreaterThan(Duration.ofMillis(2999));
      assertThat(heard).hasSize(3);
      assertThat(entries(run, Entry.Noted.class)).hasSize(4);
    }
  }

  @Test
  void faults_that_stay_and_faults_that_are_not_worth_it_end_the_run_with_its_transcript() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            always
            status: 500
            """)) {
      AgentRun run = fixture.run("Go.");
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
      assertThat(fixture.server.requests()).hasSize(4);
      assertThat(entries(run, Entry.Asked.class)).hasSize(1);
    }
    try (AgentFixture fixture =
        new AgentFixture(
            """
            status: 401
            say: wrong key sk-very-secret-key
            """)) {
      AgentRun run = fixture.run("Go.");
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_REFUSED);
      assertThat(fixture.pauses).isEmpty();
      assertThat(run.transcript().toString())
          .contains("assay.model.key")
          .doesNotContain(AgentFixture.KEY);
    }
    try (AgentFixture fixture =
        new AgentFixture(
            """
            always
            garbage
            """)) {
      assertThat(failure(fixture.run("Go."))).isEqualTo(ErrorCode.MODEL_ANSWER_UNUSABLE);
    }
  }

  @Test
  void a_model_that_does_not_answer_in_time_is_left_and_asked_again() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            delay: 60000
            say: too late
            ---
            say: in time
            """)) {
      fixture.settings = new LoopSettings(Duration.ofMillis(300), 3, 100_000);
      AgentRun run = fixture.run("Go.");
      assertThat(answer(run)).isEqualTo("in time");
      assertThat(entries(run, Entry.Noted.class).getFirst().text()).contains("within 300 ms");
    }
  }

  @Test
  void every_budget_ends_the_run_and_says_which_it_was() {
    String endless =
        """
        always
        call: echo {"word": "again"}
        usage: 400 100
        """;
    try (AgentFixture fixture = new AgentFixture(endless)) {
      fixture.budget = Budget.of(3, 1_000_000, Duration.ofMinutes(2));
      assertThat(fixture.run("Go.", SimpleTool.echo()).ending())
          .isEqualTo(new Ending.OutOfBudget(Budget.Limit.TURNS));
      fixture.budget = Budget.of(100, 1_200, Duration.ofMinutes(2));
      AgentRun tokens = fixture.run("Go.", SimpleTool.echo());
      assertThat(tokens.ending()).isEqualTo(new Ending.OutOfBudget(Budget.Limit.TOKENS));
      assertThat(tokens.transcript().usage().total()).isEqualTo(1_500);
      fixture.costs = (_, _, usage, _) -> new BigDecimal(usage.total()).movePointLeft(3);
      fixture.budget =
          new Budget(100, 1_000_000, Duration.ofMinutes(2), Optional.of(BigDecimal.ONE));
      AgentRun cost = fixture.run("Go.", SimpleTool.echo());
      assertThat(cost.ending()).isEqualTo(new Ending.OutOfBudget(Budget.Limit.COST));
      assertThat(cost.cost()).isEqualByComparingTo("1.000");
    }
    try (AgentFixture fixture =
        new AgentFixture(
            """
            delay: 60000
            say: late
            """)) {
      fixture.budget = Budget.of(100, 1_000_000, Duration.ofMillis(300));
      assertThat(fixture.run("Go.").ending()).isEqualTo(new Ending.OutOfBudget(Budget.Limit.TIME));
    }
  }

  @Test
  void a_tool_that_takes_too_long_is_interrupted_when_the_time_is_over() {
    CountDownLatch interrupted = new CountDownLatch(1);
    SimpleTool endless =
        new SimpleTool(
            "wait",
            _ -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return ToolAnswer.of("never seen");
            });
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: wait {"word": "x"}
            """)) {
      fixture.budget = Budget.of(100, 1_000_000, Duration.ofSeconds(5));
      AgentRun run = fixture.run("Go.", endless);
      assertThat(run.ending()).isEqualTo(new Ending.OutOfBudget(Budget.Limit.TIME));
      assertThat(interrupted.getCount()).isZero();
      assertThat(entries(run, Entry.Used.class).getFirst().result()).contains("stopped");
    }
  }

  @Test
  void an_interrupt_ends_the_run_while_the_model_thinks_and_the_transcript_is_kept()
      throws InterruptedException {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: echo {"word": "hi"}
            ---
            delay: 60000
            say: late
            """)) {
      AtomicReference<AgentRun> ended = new AtomicReference<>();
      CountDownLatch used = new CountDownLatch(1);
      fixture.listener =
          new AgentListener() {
            @Override
            public void used(ToolCall call, ToolAnswer answer) {
              used.countDown();
            }
          };
      Thread thread =
          Thread.ofVirtual().start(() -> ended.set(fixture.run("Go.", SimpleTool.echo())));
      assertThat(used.await(30, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
      assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
      assertThat(ended.get().ending()).isEqualTo(new Ending.Cancelled());
      assertThat(fixture.kept).isEqualTo(ended.get().transcript().entries());
    }
  }

  @Test
  void a_failure_of_the_platform_under_a_tool_ends_the_run_and_is_never_shown_to_the_model() {
    SimpleTool broken =
        new SimpleTool(
            "broken",
            _ -> {
              throw new SandboxFailure(ErrorCode.SANDBOX_GONE, "the sandbox is gone");
            });
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: broken {"word": "x"}
            ---
            say: I go on as if nothing had happened
            """)) {
      AgentRun run = fixture.run("Go.", broken);
      assertThat(failure(run)).isEqualTo(ErrorCode.SANDBOX_GONE);
      assertThat(fixture.server.requests()).hasSize(1);
    }
  }

  @Test
  void a_listener_hears_text_as_it_comes_and_may_break_without_harm() {
    List<String> pieces = new ArrayList<>();
    try (AgentFixture fixture =
        new AgentFixture(
            """
            say: one two three
            ---
            say: four five
            """)) {
      fixture.listener =
          new AgentListener() {
            @Override
            public void text(String piece) {
              pieces.add(piece);
              if (pieces.size() == 2) {
                throw new IllegalStateException("the browser went away");
              }
            }
          };
      assertThat(answer(fixture.run("Go."))).isEqualTo("one two three");
      assertThat(pieces).containsExactly("one ", "two ");
    }
  }

  @Test
  void a_list_of_things_to_do_is_heard_and_cannot_be_written_twice_at_once() {
    List<List<Todo>> lists = new ArrayList<>();
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: write_todos {"todos": [{"content": "a", "status": "in_progress"}]}
            ---
            call: write_todos {"todos": []}
            call: write_todos {"todos": []}
            ---
            if: once at a time
            say: done
            """)) {
      fixture.listener =
          new AgentListener() {
            @Override
            public void todos(List<Todo> todos) {
              lists.add(todos);
            }
          };
      assertThat(answer(fixture.run("Go."))).isEqualTo("done");
      assertThat(lists).containsExactly(List.of(new Todo("a", Todo.Status.IN_PROGRESS)));
    }
  }

  @Test
  void sub_agents_work_side_by_side_with_a_context_of_their_own_and_only_the_answer_returns() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: task {"description": "a", "prompt": "Find ALPHA."}
            call: task {"description": "b", "prompt": "Find BETA."}
            usage: 10 10
            ---
            if: found alpha
            if: found beta
            say: both found
            ---
            if: Find ALPHA
            if: heard
            say: found alpha
            usage: 10 10
            ---
            if: Find ALPHA
            call: echo {"word": "secret step"}
            usage: 10 10
            ---
            if: Find BETA
            say: found beta
            usage: 10 10
            """)) {
      AgentRun run = fixture.run("Find both.", SimpleTool.echo());
      assertThat(answer(run)).isEqualTo("both found");
      List<Entry.Delegated> parts = entries(run, Entry.Delegated.class);
      assertThat(parts).hasSize(2);
      assertThat(parts.getFirst().transcript().toString()).contains("secret step");
      assertThat(run.transcript().usage().total()).isEqualTo(95);
      assertThat(fixture.server.requests().getLast().body())
          .contains("found beta")
          .doesNotContain("secret step");
      assertThat(fixture.server.requests().get(1).tools()).doesNotContain("task");
      assertThat(fixture.server.requests().get(1).body()).doesNotContain("Find both");
    }
  }

  @Test
  void ids_that_a_model_uses_twice_or_leaves_empty_are_made_unique() {
    try (AgentFixture fixture = new AgentFixture("say: x")) {
      RunTools tools =
          new RunTools(
              fixture.agent(),
              Assignment.of(
                  dev.assay.skill.model.Purpose.EXECUTE, fixture.model(), "", "x", fixture.budget),
              new BudgetUse(fixture.budget, java.time.Instant.now()),
              AgentListener.silent());
      List<ToolCall> calls =
          List.of(new ToolCall("", "a", ""), new ToolCall("", "b", ""), new ToolCall("1", "c", ""));
      List<ToolCall> all = new ArrayList<>(tools.numbered(calls));
      all.addAll(tools.numbered(calls));
      assertThat(all).extracting(ToolCall::id).doesNotHaveDuplicates().doesNotContain("");
    }
  }

  @Test
  void a_context_that_is_full_is_shortened_and_loaded_skills_stay_word_for_word() {
    String skill = "SKILL TEXT: " + "step by step. ".repeat(200);
    SimpleTool load = new SimpleTool("load", _ -> ToolAnswer.lasting(skill));
    SimpleTool noise = new SimpleTool("noise", _ -> ToolAnswer.of("noise ".repeat(3000)));
    try (AgentFixture fixture =
        new AgentFixture(
            """
            if: keep the notes of an agent
            say: I loaded a skill and made noise.
            ---
            if: I loaded a skill and made noise.
            say: still knows it
            ---
            call: load {"word": "x"}
            usage: 100 10
            ---
            call: noise {"word": "x"}
            usage: 200 10
            ---
            call: noise {"word": "y"}
            usage: 6000 10
            """)) {
      fixture.settings = new LoopSettings(Duration.ofSeconds(30), 3, 14_000);
      AgentRun run = fixture.run("Go.", load, noise);
      assertThat(answer(run)).isEqualTo("still knows it");
      String last = String.join("\n", fixture.server.requests().getLast().texts("user"));
      assertThat(last).contains(skill).contains("Go.");
      assertThat(entries(run, Entry.Noted.class))
          .anyMatch(note -> note.text().contains("context shortened"));
      String question = fixture.server.requests().get(3).body();
      assertThat(question).contains("keep the notes").doesNotContain("SKILL TEXT");
    }
  }

  @Test
  void a_provider_that_finds_the_request_too_long_gets_a_shorter_one() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: echo {"word": "a"}
            ---
            call: echo {"word": "b"}
            ---
            status: 400
            say: context_length_exceeded
            ---
            if: keep the notes
            say: notes
            ---
            if: shortened
            say: done
            """)) {
      assertThat(answer(fixture.run("Go.", SimpleTool.echo()))).isEqualTo("done");
    }
  }

  @Test
  void a_transcript_that_cannot_be_kept_is_a_failure_not_a_result() {
    try (AgentFixture fixture = new AgentFixture("say: fine")) {
      AgentRun run =
          fixture
              .agent()
              .run(
                  Assignment.of(
                      dev.assay.skill.model.Purpose.EXECUTE,
                      fixture.model(),
                      "",
                      "x",
                      fixture.budget),
                  AgentListener.silent(),
                  entry -> {
                    if (entry instanceof Entry.Replied) {
                      throw new IllegalStateException("disk full");
                    }
                  });
      assertThat(failure(run)).isEqualTo(ErrorCode.INTERNAL_ERROR);
    }
  }

  private static ErrorCode failure(AgentRun run) {
    return run.ending() instanceof Ending.Failed failed
        ? failed.failure().code()
        : ErrorCode.BAD_REQUEST;
  }
}
