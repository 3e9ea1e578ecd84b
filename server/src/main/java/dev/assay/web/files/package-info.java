/// Files of people and sandboxes on their way to a browser. Their form follows from their content,
/// not from their claimed type, and they are never shown as a page. [dev.assay.web.files.Download]
/// builds the answers, and [dev.assay.web.files.MarkdownHtml] renders Markdown.
@NullMarked
package dev.assay.web.files;

import org.jspecify.annotations.NullMarked;
