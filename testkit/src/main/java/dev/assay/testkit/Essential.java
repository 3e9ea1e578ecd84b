package dev.assay.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A part of the sandbox contract that runs in every check, also with an engine whose sandboxes
/// take long to make.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Essential {}
