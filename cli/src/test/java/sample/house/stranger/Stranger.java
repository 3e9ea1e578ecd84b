package sample.house.stranger;

/// In no room of the plan.
record Stranger(String text) {}
