/// What a reviewer says to a server: yes, no, away with it, and how it differs.
@NullMarked
package dev.assay.cli.review;

import org.jspecify.annotations.NullMarked;
