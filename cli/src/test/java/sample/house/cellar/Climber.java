package sample.house.cellar;

import sample.house.attic.Roof;

/// Uses a room on a higher floor.
record Climber(Roof roof) {}
