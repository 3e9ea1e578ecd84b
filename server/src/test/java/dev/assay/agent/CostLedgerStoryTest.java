package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.agent.ModelSettings.Mode;
import dev.assay.agent.ModelSettings.Price;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import dev.assay.testkit.TestClock;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Prices, and budgets of users whose runs go on side by side, stop and are resumed.
class CostLedgerStoryTest {
  private static final BigDecimal MILLION = new BigDecimal("1000000");

  private final TestDatabase database = new TestDatabase();
  private final TestClock clock = new TestClock();

  private CostLedger ledger(CostLimits limits, Price price) {
    return new CostLedger(
        database.jdbc(),
        clock,
        ModelSettings.of(
            Mode.MODEL,
            ModelService.of(ModelService.Provider.ANTHROPIC, URI.create("http://h/v1"), "m")
                .with(price)),
        limits);
  }

  private static CostLimits perUser(String most) {
    return new CostLimits(Optional.empty(), Optional.empty(), Optional.of(new BigDecimal(most)));
  }

  @Test
  void what_is_put_into_a_cache_has_its_own_price() {
    CostLedger ledger =
        ledger(
            CostLimits.NONE,
            new Price(
                new BigDecimal("4"),
                new BigDecimal("20"),
                new BigDecimal("0.4"),
                new BigDecimal("5")));
    BigDecimal cost =
        ledger.book(Purpose.JUDGE, "m", new Usage(1000, 10, 600, 300, Optional.empty()), "run");
    assertThat(cost).isEqualByComparingTo("0.00234"); // 100*4 + 600*0.4 + 300*5 + 10*20 millionths
    assertThat(ledger.lines("run").getFirst().usage().cacheWrites()).isEqualTo(300);
  }

  @Test
  void runs_of_one_user_at_once_never_spend_more_than_the_user_may() throws Exception {
    CostLedger ledger = ledger(perUser("10"), new Price(MILLION, BigDecimal.ZERO));
    int runs = 8;
    CyclicBarrier together = new CyclicBarrier(runs);
    List<Callable<Integer>> work = new ArrayList<>();
    for (int number = 0; number < runs; number++) {
      String owner = "run-" + number;
      ledger.assign(owner, "anna");
      work.add(
          () -> {
            together.await();
            int asked = 0;
            while (true) {
              try (Costs.Hold _ = ledger.hold(Purpose.EXECUTE, "m", 3, owner)) {
                ledger.book(Purpose.EXECUTE, "m", new Usage(3, 0), owner);
                asked++;
              } catch (ModelFailure held) {
                assertThat(held.reason()).contains("assay.model.budget.user").contains("resume");
                return asked;
              }
            }
          });
    }
    int asked = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> each : threads.invokeAll(work)) {
        asked += each.get();
      }
    }
    assertThat(asked).isBetween(1, 3);
    assertThat(ledger.users(clock.instant().minus(Duration.ofDays(1))))
        .singleElement()
        .satisfies(
            total -> {
              assertThat(total.of()).isEqualTo("anna");
              assertThat(total.cost()).isLessThanOrEqualTo(new BigDecimal("10"));
            });
  }

  @Test
  @Timeout(30)
  void calls_without_an_owner_do_not_wait_for_those_of_a_validation() {
    CostLimits limits =
        new CostLimits(Optional.of(new BigDecimal("10")), Optional.empty(), Optional.empty());
    CostLedger ledger = ledger(limits, new Price(MILLION, BigDecimal.ZERO));
    try (Costs.Hold _ = ledger.hold(Purpose.EXECUTE, "m", 8, "run")) {
      ledger.hold(Purpose.EXECUTE, "m", 5, "").close();
    }
  }

  @Test
  void a_budget_that_is_spent_stays_spent_after_a_restart_and_is_new_the_next_day() {
    Price price = new Price(MILLION, BigDecimal.ZERO);
    CostLedger before = ledger(perUser("5"), price);
    before.assign("run", "anna");
    before.book(Purpose.EXECUTE, "m", new Usage(5, 0), "run");
    CostLedger after = ledger(perUser("5"), price);
    assertThatThrownBy(() -> after.hold(Purpose.EXECUTE, "m", 1, "run"))
        .isInstanceOf(ModelFailure.class)
        .hasMessageContaining("5 of 5");
    clock.pass(Duration.ofDays(1));
    after.hold(Purpose.EXECUTE, "m", 1, "run").close();
    assertThat(after.days(clock.instant().minus(Duration.ofDays(2)))).hasSize(1);
  }

  @Test
  void who_resumes_a_run_pays_from_then_on_and_not_before() {
    CostLedger ledger = ledger(perUser("5"), new Price(MILLION, BigDecimal.ZERO));
    ledger.assign("run", "anna");
    ledger.book(Purpose.EXECUTE, "m", new Usage(5, 0), "run");
    ledger.assign("run", "bert");
    try (Costs.Hold _ = ledger.hold(Purpose.EXECUTE, "m", 4, "run")) {
      ledger.book(Purpose.EXECUTE, "m", new Usage(4, 0), "run");
    }
    assertThat(ledger.users(clock.instant().minus(Duration.ofDays(1))))
        .extracting(CostTotal::of)
        .containsExactly("anna", "bert");
    ledger.assign("other", "anna");
    assertThatThrownBy(() -> ledger.hold(Purpose.EXECUTE, "m", 1, "other"))
        .hasMessageContaining("assay.model.budget.user");
  }

  @Test
  void an_answer_as_long_as_it_may_be_is_set_aside_and_others_wait_for_it() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    ModelService service =
        ModelService.of(ModelService.Provider.OPENAI, URI.create("http://h/v1"), "m")
            .with(new Price(BigDecimal.ZERO, MILLION));
    ModelSettings plain = ModelSettings.of(Mode.MODEL, service);
    ModelSettings settings =
        new ModelSettings(
            plain.mode(),
            plain.services(),
            new ModelSettings.Tuning(
                Optional.empty(),
                Optional.of(7),
                Optional.empty(),
                ModelSettings.Structured.AUTO,
                ModelSettings.Waiting.USUAL),
            Optional.empty(),
            Optional.empty());
    CostLedger ledger = new CostLedger(database.jdbc(), clock, settings, perUser("10"));
    ledger.assign("run", "anna");
    ledger.assign("other", "anna");
    Costs.Hold first = ledger.hold(Purpose.EXECUTE, "m", 1, "run");
    Thread other =
        Thread.ofVirtual()
            .start(
                () -> {
                  ledger.hold(Purpose.EXECUTE, "m", 1, "other").close();
                  asked.countDown();
                });
    Awaitility.await().until(() -> other.getState() == Thread.State.WAITING);
    assertThat(asked.getCount()).as("waits while 7 of 10 are set aside").isEqualTo(1);
    first.close();
    assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();

    Costs.Hold second = ledger.hold(Purpose.EXECUTE, "m", 1, "run");
    AtomicReference<Throwable> ended = new AtomicReference<>();
    Thread withdrawn =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    ledger.hold(Purpose.EXECUTE, "m", 1, "other").close();
                  } catch (ModelFailure failure) {
                    ended.set(failure);
                  }
                });
    Awaitility.await().until(() -> withdrawn.getState() == Thread.State.WAITING);
    withdrawn.interrupt();
    withdrawn.join();
    assertThat(ended.get()).hasMessageContaining("withdrawn");
    second.close();
    ledger.book(Purpose.EXECUTE, "m", new Usage(0, 4), "run");
    assertThatThrownBy(() -> ledger.hold(Purpose.EXECUTE, "m", 1, "other"))
        .hasMessageContaining("may cost up to 7");
  }
}
