package dev.assay.web.errors;

import dev.assay.skill.ErrorCode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The codes an operation may answer with, beyond those that every operation may answer with.
/// `ErrorCodesTest` compares them with what its code can throw.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Refuses {
  ErrorCode[] value();
}
