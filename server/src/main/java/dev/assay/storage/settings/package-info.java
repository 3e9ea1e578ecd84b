/// The settings of object stores: addresses, credentials and permitted transports.
@NullMarked
package dev.assay.storage.settings;

import org.jspecify.annotations.NullMarked;
