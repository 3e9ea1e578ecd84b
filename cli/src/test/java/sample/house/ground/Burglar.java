package sample.house.ground;

import sample.house.cellar.deep.Vault;

/// Enters a room past its door.
record Burglar(Vault vault) {}
