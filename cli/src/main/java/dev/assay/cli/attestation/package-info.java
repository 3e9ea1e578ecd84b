/// Attestations as the command line verifies them, without a server.
/// [dev.assay.cli.attestation.Attestation] reads an attestation and verifies its signature.
/// [dev.assay.cli.attestation.FileComparison] compares files with its statement.
@NullMarked
package dev.assay.cli.attestation;

import org.jspecify.annotations.NullMarked;
