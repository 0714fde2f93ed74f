#pragma once

#include <stddef.h>

/// The bytes of a file that is stored in the program.
typedef struct {
    const unsigned char *start;
    size_t count;
} EmbeddedFile;

#define FILE(name) \
    EmbeddedFile embedded_##name(void) __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

FILE(tokensCSS);
FILE(frameCSS);
FILE(rowsCSS);
FILE(entriesCSS);
FILE(pagesCSS);
FILE(rowsJS);
FILE(updatesJS);
FILE(savingJS);
FILE(searchJS);
FILE(controlsJS);
FILE(keysJS);
FILE(entriesJS);
FILE(inputJS);
FILE(pagesJS);
FILE(pageWordsAR);
FILE(pageWordsDE);
FILE(pageWordsEN);
FILE(pageWordsFR);
FILE(pageWordsJA);
FILE(problemWordsAR);
FILE(problemWordsDE);
FILE(problemWordsEN);
FILE(problemWordsFR);
FILE(problemWordsJA);

#undef FILE
