/// What this machine can and cannot do, found out by trying it.
@NullMarked
package dev.assay.cli.doctor;

import org.jspecify.annotations.NullMarked;
