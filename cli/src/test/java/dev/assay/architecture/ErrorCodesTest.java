package dev.assay.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import dev.assay.skill.ErrorCode;
import dev.assay.web.description.CommonCodes;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Which errors an operation may answer with is said in the published description, and it is true.
class ErrorCodesTest {
  private final JavaClasses classes = ImportedClasses.ALL;

  @Test
  void every_operation_declares_exactly_the_codes_that_its_code_can_throw() {
    ReachableCodes reachable = new ReachableCodes();
    List<String> wrong = new ArrayList<>();
    List<JavaMethod> operations =
        classes.stream()
            .filter(type -> type.getPackageName().startsWith("dev.assay.web"))
            .flatMap(type -> type.getMethods().stream())
            .filter(method -> method.isAnnotatedWith(Operation.class))
            .toList();
    for (JavaMethod operation : operations) {
      Set<String> thrown = reachable.of(operation);
      thrown.removeAll(common(operation));
      if (!thrown.equals(declared(operation))) {
        wrong.add("%s: %s".formatted(operation.getSourceCodeLocation(), thrown));
      }
    }
    assertThat(operations).hasSizeGreaterThan(100);
    assertThat(wrong).as("@Refuses has to name these").isEmpty();
  }

  private static Set<String> declared(JavaMethod operation) {
    return operation.isAnnotatedWith(Refuses.class)
        ? names(Arrays.asList(operation.getAnnotationOfType(Refuses.class).value()))
        : new TreeSet<>();
  }

  private static Set<String> common(JavaMethod operation) {
    return names(
        CommonCodes.of(
            operation.isAnnotatedWith(SecurityRequirements.class)
                ? CommonCodes.Access.ANYBODY
                : CommonCodes.Access.SIGNED_IN,
            CommonCodes.Body.NONE));
  }

  private static Set<String> names(Iterable<ErrorCode> codes) {
    Set<String> names = new TreeSet<>();
    codes.forEach(code -> names.add(code.name()));
    return names;
  }
}
