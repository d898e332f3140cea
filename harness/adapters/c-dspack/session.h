/* The conversation of PROTOCOL.md: JSON Lines, or one question on the command line. */
#ifndef DSPACK_SESSION_H
#define DSPACK_SESSION_H

/* Answers until the input ends; the program's exit status. */
int converse(void);

/* Answers `OPERATION FORMAT [CONTEXT]`; the program's exit status. */
int answer_once(char *operation, char *format, char *context);

int say_hello(void);

#endif
