/// Durable steps: plain code that survives the death of the server it runs on.
///
/// A [dev.assay.workflow.WorkflowDefinition] is executed from top to bottom and names its steps; a
/// step's result is written once, and when the code is executed again after a crash, on whatever
/// server, finished steps answer from the journal. [dev.assay.workflow.Workflow] is the entry
/// point: it queues runs, gives each kind its number of slots over all servers, keeps deadlines,
/// passes on a request to cancel, and sees to it that every run comes to an
/// [dev.assay.workflow.RunOutcome].
///
/// [dev.assay.workflow.LiveRuns] is the light kind: work that is done at once, by the server that
/// was asked, while people watch its events; it is ended rather than repeated if that server dies.
///
/// db-scheduler finds out that a server died and hands its runs to another; everything a run writes
/// is fenced, so that one that was only slow can do no harm. This package does not know what its
/// workflows are about.
@NullMarked
package dev.assay.workflow;

import org.jspecify.annotations.NullMarked;
