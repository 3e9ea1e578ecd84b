package dev.assay.web.description;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The name of a schema in `shapes.json`. It describes JSON that is passed on as text: a field, a
/// whole answer, or an event of a stream.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Shape {
  String value();
}
