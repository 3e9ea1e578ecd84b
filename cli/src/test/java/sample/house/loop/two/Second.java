package sample.house.loop.two;

import java.util.List;
import sample.house.loop.one.First;

/// The other half.
public record Second(List<First> firsts, First more) {}
