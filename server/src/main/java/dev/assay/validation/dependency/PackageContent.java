package dev.assay.validation.dependency;

import java.nio.file.Path;

/// A package's file on the server, ready to be installed.
public record PackageContent(PackageSource source, Path content) {}
