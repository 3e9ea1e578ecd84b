/// Attestations as the command line checks them, without a server.
@NullMarked
package dev.assay.cli.attestation;

import org.jspecify.annotations.NullMarked;
