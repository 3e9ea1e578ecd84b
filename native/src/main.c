/* assay-helper MODE …: the one native program of Assay. */
#include "assay.h"

#include <string.h>

int main(int count, char **words) {
  if (count > 1 && !strcmp(words[1], "probe")) return probe_main(count - 2, words + 2);
  fprintf(stderr, "usage: assay-helper probe [FOLDER]\n");
  return 2;
}
