/// Signed statements about skills. Anyone can check them offline with the public key. Start with
/// [Envelope].
@NullMarked
package dev.assay.skill.attestation;

import org.jspecify.annotations.NullMarked;
