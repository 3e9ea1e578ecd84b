package dev.assay.architecture;

import java.util.Set;

/// A top package: its floor (layer), the rooms it may use and the libraries it may use.
record Room(int floor, String name, Set<String> uses, Set<String> libraries) {}
