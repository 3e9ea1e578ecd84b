/// Signed statements about skills, and how anybody checks them without asking us.
@NullMarked
package dev.assay.skill.attestation;

import org.jspecify.annotations.NullMarked;
