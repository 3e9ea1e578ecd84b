package dev.assay.agent;

import dev.assay.skill.eval.Eval;
import dev.assay.skill.task.TaskFile;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Skills of five kinds, each in two guises: other names, words and layout, the same nature.
final class SampleSkills {
  record Sample(Map<String, String> files, List<Eval> evals, List<TaskFile> evalFiles) {
    CandidateSkill specimen() {
      return RehearsalGate.specimen(files, evals, evalFiles);
    }

    Sample with(String file, String content) {
      Map<String, String> more = new LinkedHashMap<>(files);
      more.put(file, content);
      return new Sample(more, evals, evalFiles);
    }

    Sample replaced(String file, String text, String other) {
      return with(file, String.valueOf(files.get(file)).replace(text, other));
    }
  }

  private static final String SALES = "region,amount\nnorth,10\nsouth,32\nnorth,8\n";
  private static final String NOTE = "the quick brown fox\njumps over the lazy dog\n";

  /// Columns of numbers.
  static Sample ledger() {
    return new Sample(
        Map.of(
            "SKILL.md",
            """
            ---
            name: ledger-lens
            description: Summarises tables of comma separated values: totals, averages and row counts per column. Use when a spreadsheet export has to be added up.
            ---
            # Ledger lens

            Totals of a column:

            ```sh
            python3 scripts/lens.py total INPUT.csv --column COLUMN
            ```

            How many rows a table has:

            ```sh
            python3 scripts/lens.py rows INPUT.csv
            ```

            The average of a column, written to a JSON file:

            ```sh
            python3 scripts/lens.py average INPUT.csv --column COLUMN --output OUTPUT.json
            ```
            """,
            "scripts/lens.py",
            """
            import argparse, csv, json
            p = argparse.ArgumentParser()
            p.add_argument("what"); p.add_argument("file")
            p.add_argument("--column"); p.add_argument("--output")
            a = p.parse_args()
            rows = list(csv.DictReader(open(a.file)))
            if a.what == "rows":
                print(f"rows: {len(rows)}")
            else:
                values = [float(r[a.column]) for r in rows]
                value = sum(values) / (len(values) if a.what == "average" else 1)
                if a.output:
                    json.dump({a.what: round(value, 2)}, open(a.output, "w"))
                else:
                    print(f"{a.what} of {a.column}: {value:g}")
            """),
        List.of(
            new Eval(
                "1",
                "Add up the column amount of the table sales.csv and tell me the total.",
                "The total is 50.",
                List.of("evals/files/sales.csv"),
                List.of("output contains the number 50")),
            new Eval(
                "2",
                "How many rows of values does the table sales.csv have?",
                "3 rows",
                List.of("evals/files/sales.csv"),
                List.of("output contains \"rows: 3\"", "exit code is 0")),
            new Eval(
                "3",
                "Compute the average of the column amount in sales.csv and save it to average.json.",
                "A JSON file with 16.67.",
                List.of("evals/files/sales.csv"),
                List.of(
                    "file average.json exists",
                    "file average.json contains the number 16.67",
                    "file average.json is valid JSON"))),
        List.of(file("evals/files/sales.csv", SALES)));
  }

  /// Words of a text; another layout, commands in one commented block.
  static Sample prose() {
    return new Sample(
        Map.of(
            "SKILL.md",
            """
            ---
            name: prose-meter
            description: Counts words, lines and the longest word of plain prose. Use for the length of letters, essays and notes.
            ---
            # Measuring prose

            ```bash
            # count the words of a text
            sh {baseDir}/bin/meter.sh words <file>
            # count the lines
            sh {baseDir}/bin/meter.sh lines <file>
            # find the longest word
            sh {baseDir}/bin/meter.sh longest <file>
            ```
            """,
            "bin/meter.sh",
            """
            #!/bin/sh
            set -e
            case "$1" in
              words) echo "words: $(wc -w < "$2" | tr -d ' ')" ;;
              lines) echo "lines: $(wc -l < "$2" | tr -d ' ')" ;;
              longest) tr -cs 'a-zA-Z' '\\n' < "$2" | awk '{ if (length > length(best)) best = $0 } END { print "longest: " best }' ;;
              *) echo "unknown: $1" >&2; exit 2 ;;
            esac
            """),
        List.of(
            new Eval(
                "a",
                "How many words does the essay in note.txt have?",
                "9",
                List.of("evals/note.txt"),
                List.of("The answer names the number 9")),
            new Eval(
                "b",
                "Count the lines of my letter note.txt, please.",
                "",
                List.of("evals/note.txt"),
                List.of("output contains \"lines: 2\"")),
            new Eval(
                "c",
                "Which is the longest word of the prose in note.txt?",
                "",
                List.of("evals/note.txt"),
                List.of("output contains 'quick'", "output does not contain \"error\""))),
        List.of(file("evals/note.txt", NOTE)));
  }

  private static TaskFile file(String name, String content) {
    return new TaskFile(name, content.getBytes(StandardCharsets.UTF_8));
  }

  private SampleSkills() {}
}
