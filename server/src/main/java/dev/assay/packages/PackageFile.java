package dev.assay.packages;

import dev.assay.skill.Digest;
import java.nio.file.Path;

/// A file that an index delivered, kept until its door is closed.
///
/// @param content the path of the kept file outside of the sandbox
/// @param origin the address of the file, without user, password and query
public record PackageFile(String name, Digest digest, long size, Path content, String origin) {}
