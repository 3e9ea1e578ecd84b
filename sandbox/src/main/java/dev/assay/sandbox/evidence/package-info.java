/// The reports of recorders beside sandboxes, and the proof of isolation. [EvidenceBook] collects
/// the reports, [IsolationProof] makes the proof.
@NullMarked
package dev.assay.sandbox.evidence;

import org.jspecify.annotations.NullMarked;
