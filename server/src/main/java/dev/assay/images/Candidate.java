package dev.assay.images;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.SandboxImage;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// An image that could become the next one.
///
/// @param base the number of the runtime image it was made from and tested against
/// @param packages the packages in it, name to exact version, by ecosystem; packages in the
///   environment of a skill as `NAME/ECOSYSTEM`
/// @param installed those packages that the skill of this change was tested with
/// @param contents the digest of the list of everything in it; empty if it has nothing beyond the
///   base
/// @param size the size of its layers, in bytes
/// @param run the run that made it; empty if it is the current image over again
public record Candidate(
    int base,
    SandboxImage image,
    Map<String, Map<String, String>> packages,
    Map<String, Map<String, String>> installed,
    Optional<Digest> contents,
    long size,
    Optional<UUID> run) {}
