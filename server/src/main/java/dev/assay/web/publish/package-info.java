/// The publication of approved skills for agents and installers.
/// [dev.assay.web.publish.PublishedController] serves skills and their archives, and
/// [dev.assay.web.publish.DiscoveryController] the index that installers look for.
@NullMarked
package dev.assay.web.publish;

import org.jspecify.annotations.NullMarked;
