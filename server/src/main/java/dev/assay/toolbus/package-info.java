/// Messages between the parts that work for projects: inside this server, or over NATS JetStream.
///
/// A message only refers to the database, which has the work, its owner and the rights for it. So a
/// forged message can at most repeat a call that was requested anyway.
/// [dev.assay.toolbus.MessageBus] delivers at least once. [dev.assay.toolbus.CallLeases] ensures
/// that one worker at a time works on a call and that its result is written once.
@NullMarked
package dev.assay.toolbus;

import org.jspecify.annotations.NullMarked;
