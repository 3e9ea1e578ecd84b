package sample.house.loop.one;

import sample.house.loop.two.Second;

/// Half of a circle.
public record First(Second second) {}
