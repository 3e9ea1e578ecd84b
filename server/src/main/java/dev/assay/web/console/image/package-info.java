/// The pages of runtime images. [dev.assay.web.console.image.ImagesPage] lists the images with
/// their changes, [dev.assay.web.console.image.ImageFilesPage] shows their files, and
/// [dev.assay.web.console.image.RollbackPage] goes back to one.
@NullMarked
package dev.assay.web.console.image;

import org.jspecify.annotations.NullMarked;
