package dev.assay.cli.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Catches Ctrl-C, and a build server's request to end, while it is open: the first one interrupts
/// the thread that opened it, the second one ends the program.
///
/// The JDK has this in `sun.misc` only, which is there in every JDK but not for the compiler.
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

  /// Whether somebody asked for an end.
  public boolean asked() {
    return asked.get();
  }

  /// Takes the interrupt off the thread, so that it can go on working.
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

  /// The handler before; none where signals cannot be had, and then Ctrl-C ends the program as
  /// usual.
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
