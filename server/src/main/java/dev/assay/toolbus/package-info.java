/// Messages between the parts that work for projects: inside this server, or over NATS JetStream.
///
/// A message only says where to look. What is to be done, for whom and with which rights is in the
/// database, so that a message which somebody made up can at most repeat what was asked for anyway.
/// [dev.assay.toolbus.MessageBus] delivers at least once; [dev.assay.toolbus.CallLeases] sees to it
/// that one worker at a time works on a call and that its result is written once.
@NullMarked
package dev.assay.toolbus;

import org.jspecify.annotations.NullMarked;
