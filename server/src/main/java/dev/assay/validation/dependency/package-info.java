/// What a skill needs: installing it, the lists of packages before and after, what of the
/// difference was declared, and which admitted skills it would disturb.
///
/// Lists are read from the files package tools leave, never by running code that came with a
/// package.
@NullMarked
package dev.assay.validation.dependency;

import org.jspecify.annotations.NullMarked;
