package dev.assay.architecture;

import java.util.Set;

/// A room of the house: its floor, the rooms it may use and the libraries it may know.
record Room(int floor, String name, Set<String> uses, Set<String> libraries) {}
