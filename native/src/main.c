/* assay-helper MODE …: the one native program of Assay. */
#include "assay.h"

#include <string.h>

int main(int count, char **words) {
  static const struct {
    const char *name;
    int (*run)(int, char **);
  } modes[] = {{"probe", probe_main}, {"run", run_main}, {"agent", agent_main}, {"own", own_main},
               {"filter", filter_main}, {"sink", sink_main}, {"command", command_main}, {"kill", kill_main}, {"follow", follow_main},
               {"nest", nest_main}, {"inside", inside_main}, {"evidence", evidence_main},
               {"clear", clear_main}};
  for (size_t at = 0; count > 1 && at < sizeof modes / sizeof *modes; at++)
    if (!strcmp(words[1], modes[at].name)) return modes[at].run(count - 2, words + 2);
  fprintf(stderr, "usage: assay-helper probe [FOLDER] | run ID | agent PROCESSES FILE-BYTES [plain|shared|gated] | own COMMAND PATH … | sink PID | command ID SPEC | kill ID | follow ID FILE OFFSET MILLIS | nest open|blocked WORDS | inside ID SPEC | evidence OFFSET [PORT] | clear\n");
  return 2;
}
