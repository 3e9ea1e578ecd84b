package dev.assay.web.console.list;

/// The position in a list.
///
/// @param address the address of the list; the number of the page is appended
public record Pager(int page, int size, long total, String address) {
  public boolean hasEarlier() {
    return page > 0;
  }

  public boolean hasFurther() {
    return (page + 1L) * size < total;
  }

  public String earlier() {
    return address + (page - 1);
  }

  public String further() {
    return address + (page + 1);
  }

  /// Returns the position in words, such as `51 to 100 of 230`.
  public String words() {
    if (total <= size && page == 0) {
      return total + " in all";
    }
    long first = (long) page * size + 1;
    return first > total
        ? "nothing here; " + total + " in all"
        : first + " to " + Math.min(total, first + size - 1) + " of " + total;
  }
}
