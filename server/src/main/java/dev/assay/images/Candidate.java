package dev.assay.images;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.SandboxImage;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// An image that could become the next one.
///
/// @param base number of the runtime image it was made from and tested against
/// @param packages what is in it, name to exact version, by ecosystem; what is in the environment
///   of a skill as `NAME/ECOSYSTEM`
/// @param installed what of that the skill it is made for was tested with
/// @param contents digest of the list of everything in it; empty if it has nothing beyond the base
/// @param size of its layers, in bytes
/// @param run that made it; empty if it is the current image over again
public record Candidate(
    int base,
    SandboxImage image,
    Map<String, Map<String, String>> packages,
    Map<String, Map<String, String>> installed,
    Optional<Digest> contents,
    long size,
    Optional<UUID> run) {}
