package sample.house.ground;

import sample.house.loop.one.First;

/// Uses a room it does not list.
record Neighbour(First first) {}
