/* goldenwire's codec of DataSetPack in C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

int main(int argc, char **argv) {
    if (argc == 1) return converse();
    if (argc == 2 && strcmp(argv[1], "hello") == 0) return say_hello();
    if (argc == 3 || argc == 4) return answer_once(argv[1], argv[2], argc == 4 ? argv[3] : NULL);
    fprintf(stderr, "usage: %s [hello | OPERATION dspack [CONTEXT]]\n"
                    "Without arguments it answers JSON Lines from standard input.\n", argv[0]);
    return EXIT_FAILURE;
}
