/// What a validation came to, told to people, to programs and to build servers.
@NullMarked
package dev.assay.cli.verdict;

import org.jspecify.annotations.NullMarked;
