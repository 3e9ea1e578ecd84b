package dev.assay.web.console.list;

/// Where in a list one is.
///
/// @param address of the list; the number of the page is put behind it
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

  /// `51 to 100 of 230`.
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
