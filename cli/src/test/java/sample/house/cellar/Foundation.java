package sample.house.cellar;

/// May be used from above.
public record Foundation(String text) {}
