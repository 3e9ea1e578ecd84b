package dev.assay.conversation;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxFiles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A sandbox that is being made while the model already reads: whoever uses it waits for it.
final class AwaitedSandbox {
  private final FutureTask<Sandbox> coming;

  private AwaitedSandbox(FutureTask<Sandbox> coming) {
    this.coming = coming;
  }

  static AwaitedSandbox making(String name, Supplier<Sandbox> maker) {
    FutureTask<Sandbox> coming = new FutureTask<>(maker::get);
    Thread.ofVirtual().name(name).start(coming);
    return new AwaitedSandbox(coming);
  }

  /// Can be handed on at once.
  Sandbox sandbox() {
    SandboxFiles files = standIn(SandboxFiles.class, () -> await().files());
    return (Sandbox)
        Proxy.newProxyInstance(
            Sandbox.class.getClassLoader(),
            new Class<?>[] {Sandbox.class},
            (proxy, method, arguments) ->
                method.getName().equals("files") ? files : call(method, await(), arguments));
  }

  /// Returns when it is there or is known not to come, and not before: nobody else may make one.
  void settle() {
    boolean interrupted = false;
    while (true) {
      try {
        coming.get();
        break;
      } catch (ExecutionException e) {
        break; // reported to whoever uses it
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Sandbox await() {
    try {
      return coming.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof AssayException failure
          ? failure
          : new SandboxFailure(
              ErrorCode.SANDBOX_FAILED, "The sandbox was not made: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    }
  }

  private static <T> T standIn(Class<T> type, Supplier<T> real) {
    InvocationHandler handler = (proxy, method, arguments) -> call(method, real.get(), arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static @Nullable Object call(
      Method method, Object target, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
