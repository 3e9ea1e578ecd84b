package dev.assay.skill;

/// What a thread works for. Connections to the database are shared out among the kinds, so that
/// much work of one kind leaves the others their part.
public enum WorkKind {
  /// Validations and whatever else the server does by itself; every thread that nobody said
  /// anything about.
  BACKGROUND,
  /// Conversations: what people ask, and the answers.
  CHAT,
  /// Every other request.
  API,
  /// Signing in, and the question whether the server lives.
  SIGN_IN;

  private static final ScopedValue<WorkKind> CURRENT = ScopedValue.newInstance();
  private static final ScopedValue<Long> SINCE = ScopedValue.newInstance();

  /// What this thread works for.
  public static WorkKind current() {
    return CURRENT.isBound() ? CURRENT.get() : BACKGROUND;
  }

  /// When what this thread answers was asked, as [System#nanoTime]; now for anything else. What was
  /// asked first is finished first.
  public static long since() {
    return SINCE.isBound() ? SINCE.get() : System.nanoTime();
  }

  /// The same work, for another thread to do as this kind.
  public Runnable doing(Runnable work) {
    return () -> ScopedValue.where(CURRENT, this).run(work);
  }

  /// Does the work as this kind, on this thread.
  public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }

  /// Answers what was asked just now, on this thread.
  public <T, X extends Throwable> T answer(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).where(SINCE, System.nanoTime()).call(work);
  }
}
