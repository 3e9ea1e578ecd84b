package dev.assay.web.errors;

import dev.assay.skill.ErrorCode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The error codes of an operation besides those that every operation has. `ErrorCodesTest`
/// compares them with the codes that its code can throw.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Refuses {
  ErrorCode[] value();
}
