package dev.assay.web.console.list;

import java.util.List;
import java.util.function.Function;

/// The requested page of a list.
public record Excerpt<T>(List<T> rows, Search search, Pager pager) {
  /// @param description the searchable text of a row
  public static <T> Excerpt<T> of(
      List<T> all, Function<T, String> description, Search search, int size) {
    List<T> fitting = all.stream().filter(each -> search.fits(description.apply(each))).toList();
    return new Excerpt<>(
        fitting.stream().skip((long) search.page() * size).limit(size).toList(),
        search,
        search.pager(size, fitting.size()));
  }

  /// The same page with other rows.
  public <S> Excerpt<S> map(Function<T, S> change) {
    return new Excerpt<>(rows.stream().map(change).toList(), search, pager);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /// Tests whether the whole list is empty, independent of the search.
  public boolean hasNothing() {
    return search.isEmpty() && pager.total() == 0;
  }
}
