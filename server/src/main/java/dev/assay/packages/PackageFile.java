package dev.assay.packages;

import dev.assay.skill.Digest;
import java.nio.file.Path;

/// A file that an index delivered, kept until its door is closed.
///
/// @param content where it is kept on our side
/// @param origin the address it came from, without user, password and query
public record PackageFile(String name, Digest digest, long size, Path content, String origin) {}
