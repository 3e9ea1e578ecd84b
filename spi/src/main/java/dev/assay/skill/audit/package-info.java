/// What is written down about who did what. The log itself is in the server; whoever does something
/// that has to be written down knows only this.
@NullMarked
package dev.assay.skill.audit;

import org.jspecify.annotations.NullMarked;
