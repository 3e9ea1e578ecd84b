/// Pages of projects: their skills, members, sessions, what runs in them, and their artifacts.
@NullMarked
package dev.assay.web.console.project;

import org.jspecify.annotations.NullMarked;
