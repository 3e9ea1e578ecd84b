package sample.house.attic.inner;

/// Inside a room.
public record Beam(String text) {}
