package dev.assay.intake.requirement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Pep508Test {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "A",
        "A.B-C_D",
        "name>=3",
        "name>=3,<4",
        "name [quux, strange];python_version<'2.7' and platform_version=='2'",
        "name@http://foo.com",
        "name [fred,bar] @ http://foo.com ; python_version=='2.7'",
        "name; os_name=='a' or os_name=='b'",
        "name; (os_name=='a' or os_name=='b') and os_name=='c'",
        "name (>=1.0, <2)",
        "name===any.thing",
        "name==1.*",
        "name~=1.4.2a1",
        "name>=1!2.0.post1.dev3",
        "name!=1.5",
        "name; 'linux' in sys_platform",
        "name; sys_platform not in 'win32'",
        "name[]",
      })
  void reads_what_the_standard_allows(String text) throws MalformedRequirement {
    assertThat(Pep508.parse(text).name()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-name",
        "name-",
        "name>",
        "name>=",
        "name>=a",
        "name>>1",
        "name=1",
        "name[extra",
        "name[ex tra]",
        "name (>=1",
        "name @",
        "name @ http://a b",
        "name; python",
        "name; python_version",
        "name; python_version <",
        "name; (os_name=='a'",
        "name; os_name=='a' os_name=='b'",
        "name; os_name=='a",
        "name>=1.*",
        "name~=1",
        "two words",
      })
  void refuses_what_it_does_not(String text) {
    assertThatThrownBy(() -> Pep508.parse(text)).isInstanceOf(MalformedRequirement.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ">=2,<1 | true",
        ">=2,<2 | true",
        ">2,<=2 | true",
        ">=2,<=2 | false",
        "==1.5,==1.6 | true",
        "==1.*,<1 | true",
        "==1.*,>=2 | true",
        "==1.*,>=1.9 | false",
        "~=1.4,>=2 | true",
        "~=1.4,>=1.9 | false",
        "~=1.4.2,>=1.5 | true",
        ">=1.10,<1.9 | true",
        ">=1.9,<1.10 | false",
        ">=1.0rc1,<1.0 | false",
        "!=1 | false",
        "<3,>=1,!=2 | false",
      })
  void knows_a_range_that_nothing_satisfies(String range, boolean empty)
      throws MalformedRequirement {
    assertThat(PythonRange.parse(range).isEmpty()).isEqualTo(empty);
  }

  @Test
  void writes_names_as_the_index_compares_them() throws MalformedRequirement {
    assertThat(Pep508.parse("Ruamel__YAML.Clib").name()).isEqualTo("ruamel-yaml-clib");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"left-pad", "left-pad@^1.3.0", "@scope/a@1.x || >=2.5.0", "a@latest", "a@npm:b@1"})
  void reads_npm_packages(String text) throws MalformedRequirement {
    assertThat(NpmSpec.parse(text).name()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@", "a b", "a@>>>1", "a@^", "../x@1"})
  void refuses_other_npm_texts(String text) {
    assertThatThrownBy(() -> NpmSpec.parse(text)).isInstanceOf(MalformedRequirement.class);
  }
}
