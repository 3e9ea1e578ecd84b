package dev.assay.validation.lab;

import dev.assay.agent.Models;

/// The tools for writing, doing and judging tasks.
public record LabTools(
    Models models,
    SkillTrees trees,
    CandidateReader candidates,
    Preparation preparation,
    TrialSteps trials,
    Judging judging,
    Observation observation) {}
