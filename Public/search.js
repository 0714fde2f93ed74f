// MARK: Search while somebody types

// The page that the results stand in for; without an address where the server itself sent results.
let pageBefore;
let above = 0;
let sought = 0;
const places = [".hits", "#pages", ".top > #result", "#main", ".ways"];
// The live region stays: one that is new is not read out.
const contentsOf = (page) => places.map((place) => [...findOne(place, page)?.childNodes ?? []]
  .filter(({ id }) => id !== "voice"));
// Puts other contents onto the page, and hands back those that were there.
const putContents = (contents, name) => {
  const old = contentsOf(root);
  places.forEach((place, index) => {
    const node = findOne(place, root);
    for (const child of old[index]) node.removeChild(child);
    node?.prepend(...contents[index]);
  });
  states.clear();
  // An answer that is under way is of the other page.
  asked += 1;
  // The next answer is a whole page.
  others.add("");
  form = byId("f") ?? main;
  hereRevision = revisionOf(form);
  document.title = pageTitle = name;
  begin();
  return old;
};
// The page is as it was, and then as it is by now.
const leaveResults = () => {
  if (!pageBefore?.url) return byId("found") && location.assign(byId("q").form.action);
  const isNew = hereRevision !== pageBefore.revision;
  putContents(pageBefore.old, pageBefore.title);
  history.replaceState(null, "", pageBefore.url);
  scrollTo(0, pageBefore.top);
  pageBefore = null;
  refresh(1, isNew);
};
// What is not saved stays where it is, and a sentence says so.
const seek = async () => {
  const turn = ++sought;
  const box = byId("q");
  while (busyCount) await settled();
  if (!partsOfPage) return;
  if (unsavedIds.size) {
    if (!box.value.trim() && !byId("found")) return;
    const phrase = wordsFor("searchWaits");
    report(phrase, "");
    byId("undo").hidden = true;
    return say(phrase);
  }
  if (!box.value.trim()) return leaveResults();
  const answer = await ask(`${box.form.action}?q=${encodeURIComponent(box.value)}`);
  if (!answer || isOut(answer)) return disconnect(answer, 1);
  const foundLine = answer?.panel && byId("found", answer.page);
  const isLate = turn !== sought || busyCount || unsavedIds.size
    || focusNode() !== box;
  if (!foundLine || isLate) return;
  foundLine.autofocus = false;
  pageBefore ??= byId("found") ? {}
    : { title: pageTitle, revision: hereRevision, url: location.href, top: above };
  const old = putContents(contentsOf(answer.page), answer.page.title);
  pageBefore.old ??= old;
  history.replaceState(null, "", answer.url);
  scrollTo(0, 0);
  say(foundLine.textContent);
};
let seeking;
on("input compositionend", ({ target, isComposing }) => {
  if (target.id !== "q") return;
  clearTimeout(seeking);
  if (!isComposing) seeking = setTimeout(seek, 200);
}, self);
const clearSearch = () => {
  const box = byId("q");
  clearTimeout(seeking);
  box.value = "";
  box.focus();
  seek();
};
// Down leads into the results, and so does Enter once they are those of what was typed. In an empty field, Down leads
// to the filters below it.
const firstHit = () => {
  const row = byId("found") && allRows()[0];
  return row ? fieldOf(row) : findOne("#near a, #hidden a") ?? byId("found");
};
on("keydown", async (event) => {
  const { target: box, key } = event;
  const isDown = key === "ArrowDown";
  const isOther = box.id !== "q" || !isDown && key !== "Enter" || event.isComposing
    || withCommandKey(event);
  if (isOther) return;
  const typed = box.value.trim();
  const isShown = byId("found")
    && new URLSearchParams(location.search).get("q")?.trim() === typed;
  if (!isDown && (!isShown || !typed)) return;
  event.preventDefault();
  clearTimeout(seeking);
  if (!typed) return findOne(".quick a", root)?.focus();
  if (!isShown) await seek();
  if (!byId("found")) return;
  const row = isDown && allRows()[0];
  // The next Down goes to the next result: in a field it could change a value.
  goTo(row || firstHit());
}, self);
on("keydown", (event) => {
  const { target: row, key } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!byId("found") || rowOf(row) !== row || !step && key !== "Enter") return;
  event.preventDefault();
  const rows = allRows();
  const next = rows[rows.indexOf(row) + step];
  if (step) goTo(next ?? (step < 0 ? byId("q") : row));
  else goTo(fieldOf(row));
});
