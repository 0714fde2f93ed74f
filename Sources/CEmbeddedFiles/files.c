#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define BEGIN(name) EmbeddedFile embedded_##name(void) { static const unsigned char bytes[] = {
#define END }; return (EmbeddedFile){bytes, sizeof bytes}; }

BEGIN(tokensCSS)
#embed "../../Public/tokens.css"
END
BEGIN(frameCSS)
#embed "../../Public/frame.css"
END
BEGIN(rowsCSS)
#embed "../../Public/rows.css"
END
BEGIN(entriesCSS)
#embed "../../Public/entries.css"
END
BEGIN(pagesCSS)
#embed "../../Public/pages.css"
END
BEGIN(rowsJS)
#embed "../../Public/rows.js"
END
BEGIN(updatesJS)
#embed "../../Public/updates.js"
END
BEGIN(savingJS)
#embed "../../Public/saving.js"
END
BEGIN(searchJS)
#embed "../../Public/search.js"
END
BEGIN(controlsJS)
#embed "../../Public/controls.js"
END
BEGIN(keysJS)
#embed "../../Public/keys.js"
END
BEGIN(entriesJS)
#embed "../../Public/entries.js"
END
BEGIN(inputJS)
#embed "../../Public/input.js"
END
BEGIN(pagesJS)
#embed "../../Public/pages.js"
END
BEGIN(pageWordsAR)
#embed "../FaceplatePanel/Words/Page/ar.strings"
END
BEGIN(pageWordsDE)
#embed "../FaceplatePanel/Words/Page/de.strings"
END
BEGIN(pageWordsEN)
#embed "../FaceplatePanel/Words/Page/en.strings"
END
BEGIN(pageWordsFR)
#embed "../FaceplatePanel/Words/Page/fr.strings"
END
BEGIN(pageWordsJA)
#embed "../FaceplatePanel/Words/Page/ja.strings"
END
BEGIN(problemWordsAR)
#embed "../FaceplateSchema/Labels/Words/Problems/ar.strings"
END
BEGIN(problemWordsDE)
#embed "../FaceplateSchema/Labels/Words/Problems/de.strings"
END
BEGIN(problemWordsEN)
#embed "../FaceplateSchema/Labels/Words/Problems/en.strings"
END
BEGIN(problemWordsFR)
#embed "../FaceplateSchema/Labels/Words/Problems/fr.strings"
END
BEGIN(problemWordsJA)
#embed "../FaceplateSchema/Labels/Words/Problems/ja.strings"
END
