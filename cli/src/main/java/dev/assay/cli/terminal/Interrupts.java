package dev.assay.cli.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Catches Ctrl-C and a build server's request to end. The first signal interrupts the thread that
/// opened this object, the second ends the program.
///
/// The JDK offers signals only in `sun.misc`, which every JDK has at run time but hides from the
/// compiler.
public final class Interrupts implements AutoCloseable {
  private static final int INTERRUPTED = 130;

  private final AtomicBoolean asked = new AtomicBoolean();
  private final Map<String, @Nullable Object> before = new HashMap<>();
  private final Thread waiting = Thread.currentThread();

  private Interrupts() {}

  public static Interrupts listen() {
    Interrupts interrupts = new Interrupts();
    for (String signal : new String[] {"INT", "TERM"}) {
      interrupts.before.put(signal, handle(signal, interrupts.handler()));
    }
    return interrupts;
  }

  /// Tests whether a signal was received.
  public boolean asked() {
    return asked.get();
  }

  /// Clears the interrupt of the thread, so that the thread can continue its work.
  public void calm() {
    Thread.interrupted();
  }

  @Override
  public void close() {
    before.forEach(
        (signal, handler) -> {
          if (handler != null) {
            handle(signal, handler);
          }
        });
    calm();
  }

  private void interrupt() {
    if (asked.getAndSet(true)) {
      System.exit(INTERRUPTED);
    }
    waiting.interrupt();
  }

  private Object handler() {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "handle" -> {
                interrupt();
                yield null;
              }
              case "hashCode" -> System.identityHashCode(proxy);
              case "equals" ->
                  System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
              default -> "interrupts";
            };
    try {
      Class<?> kind = Class.forName("sun.misc.SignalHandler");
      return Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, handler);
    } catch (ClassNotFoundException e) {
      return handler;
    }
  }

  /// Installs a handler and returns the earlier one. Returns null if signals are not available;
  /// Ctrl-C then ends the program as usual.
  private static @Nullable Object handle(String name, Object handler) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> kind = Class.forName("sun.misc.SignalHandler");
      return signal
          .getMethod("handle", signal, kind)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return null;
    }
  }
}
