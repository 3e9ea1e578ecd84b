/// The packages of a skill: resolving them, listing those of an image, explaining the difference
/// between two lists, and finding admitted skills that they would disturb.
/// [dev.assay.validation.dependency.PackageResolvers] is the way in for resolving, and
/// [dev.assay.validation.dependency.Difference] and [dev.assay.validation.dependency.Conflicts] for
/// the comparison.
///
/// Lists are read from the files of package tools. Code of packages never takes part.
@NullMarked
package dev.assay.validation.dependency;

import org.jspecify.annotations.NullMarked;
