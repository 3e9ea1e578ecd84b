/// Transcripts as JSON, without secrets, and played again.
@NullMarked
package dev.assay.agent.transcript;

import org.jspecify.annotations.NullMarked;
