/// E2B: sandboxes of its cloud or of a server of one's own. The control plane is REST; each sandbox
/// has a daemon (envd) that runs commands over streams of JSON and moves files over HTTP.
@NullMarked
package dev.assay.sandbox.e2b;

import org.jspecify.annotations.NullMarked;
