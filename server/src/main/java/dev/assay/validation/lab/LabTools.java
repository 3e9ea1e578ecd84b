package dev.assay.validation.lab;

import dev.assay.agent.Models;

/// What tasks are written, done and judged with.
public record LabTools(
    Models models,
    SkillTrees trees,
    CandidateReader candidates,
    Preparation preparation,
    TrialSteps trials,
    Judging judging,
    Observation observation) {}
