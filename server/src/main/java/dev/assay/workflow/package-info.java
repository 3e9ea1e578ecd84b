/// Durable steps: plain code that survives the death of the server it runs on.
///
/// [dev.assay.workflow.Workflow] is the entry point: it queues runs, gives each kind its number of
/// slots over all servers, keeps deadlines, forwards requests to cancel, and ensures that every run
/// ends with a [dev.assay.workflow.RunOutcome]. A [dev.assay.workflow.WorkflowDefinition] is
/// executed from top to bottom and names its steps. A step's result is written once; when the code
/// is executed again after a crash, on any server, finished steps answer from the journal.
///
/// [dev.assay.workflow.LiveRuns] is the light kind: work that a server does at once on request,
/// while people watch its events. If that server dies, it is ended and not repeated.
///
/// db-scheduler detects the death of a server and hands its runs to another. Every write of a run
/// is fenced, so that a server that was only slow can do no harm. This package does not know the
/// subjects of its workflows.
@NullMarked
package dev.assay.workflow;

import org.jspecify.annotations.NullMarked;
