package sample.house.cellar.deep;

/// Inside a room, in a package whose nulls nobody checks.
public record Vault(String text) {}
