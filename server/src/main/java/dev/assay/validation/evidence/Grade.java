package dev.assay.validation.evidence;

import dev.assay.skill.task.Judgement;
import java.util.UUID;

/// How a task that was done was judged.
public record Grade(String task, Judgement judgement, UUID transcript) {}
