/// The settings of a server. [dev.assay.configuration.Catalogue] and the catalogues beside it list
/// all settings. [dev.assay.configuration.SettingsReader] is the way in: it collects values from
/// files, the environment and options. It checks them and makes [dev.assay.configuration.Settings].
/// A server does not start with a setting that it does not understand.
@NullMarked
package dev.assay.configuration;

import org.jspecify.annotations.NullMarked;
