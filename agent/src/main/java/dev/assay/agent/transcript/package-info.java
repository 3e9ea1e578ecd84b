/// Transcripts as JSON, their secrets removed, and their replay. Start with [TranscriptJson].
@NullMarked
package dev.assay.agent.transcript;

import org.jspecify.annotations.NullMarked;
