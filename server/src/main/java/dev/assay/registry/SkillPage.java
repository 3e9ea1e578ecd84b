package dev.assay.registry;

import java.util.List;

/// A page of a list, with the length of the whole list.
public record SkillPage(List<Skill> skills, int page, int size, long total) {}
