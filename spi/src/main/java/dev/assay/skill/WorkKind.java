package dev.assay.skill;

/// The kind of work a thread does. Database connections are shared out among the kinds, so that
/// much work of one kind leaves the others their share.
public enum WorkKind {
  /// Validations and the server's own work; also every thread without another kind.
  BACKGROUND,
  /// Conversations: requests of people, and the answers.
  CHAT,
  /// Requests of any other kind.
  API,
  /// Signing in, and health checks.
  SIGN_IN;

  private static final ScopedValue<WorkKind> CURRENT = ScopedValue.newInstance();
  private static final ScopedValue<Long> SINCE = ScopedValue.newInstance();

  /// The kind of this thread.
  public static WorkKind current() {
    return CURRENT.isBound() ? CURRENT.get() : BACKGROUND;
  }

  /// The time ([System#nanoTime]) of the request that this thread answers; now if there is none.
  /// Older requests are served first.
  public static long since() {
    return SINCE.isBound() ? SINCE.get() : System.nanoTime();
  }

  /// Wraps work so that another thread does it as this kind.
  public Runnable doing(Runnable work) {
    return () -> ScopedValue.where(CURRENT, this).run(work);
  }

  /// Does the work on this thread as this kind.
  public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }

  /// Does the work on this thread as this kind, for a request that has just arrived.
  public <T, X extends Throwable> T answer(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).where(SINCE, System.nanoTime()).call(work);
  }
}
