package dev.assay.web.description;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The schema in `shapes.json` of JSON that is handed on as text: a field, a whole answer, or one
/// event of a stream.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Shape {
  String value();
}
