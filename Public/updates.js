// MARK: The page follows a newer one

const isOwn = (node) => bare(node).matches?.("[data-own]");
// What tells a node from its siblings: its field, where it is one or an entry or option around one;
// else its id, else its first class.
const keyOf = (node) => {
  const here = bare(node);
  if (!here.matches) return here.nodeName;
  const field = here.matches("li, tr, label, .opt") ? find("[name]", here) : here;
  if (field?.localName === "button") return field.name + field.className;
  if (field?.name && field.form) {
    return field.name + (isTicked(field) ? `=${field.value}` : "") + here.localName;
  }
  return here.id || here.classList[0];
};
const isSame = (some, other, here = bare(some), there = bare(other)) => !isOwn(some)
  && here.nodeName === there.nodeName && keyOf(some) === keyOf(other)
  && (here.type === there.type || there.type === "password");
const someRefused = () => [...states.values()].some((state) => state.isRefused);
// How a row meets its newer self: it may "take" all of it; "keep" what was typed, after a refusal;
// "rebase" what was typed onto the newer value; "leave" it, since somebody is there.
const modeOf = (row) => {
  const isUsed = unsaved.has(row.id) || stateOf(row).busy
    || find(".err", row) && someRefused() || find("[name]:not(button):focus", row);
  return stateOf(row).mode ?? (isUsed ? "leave" : "take");
};
// A row that does not follow the page now does so once it is left.
const leave = (row) => {
  stateOf(row).isStale = true;
  others.add(row.id);
};
// A row that is not saved stays in sight, whatever the others make of it.
const holdsUnsaved = (node) => [...unsaved].some((id) => {
  const row = byId(id);
  const isHeld = row && stateOf(row).mode !== "take" && bare(node).contains(row);
  if (isHeld) leave(row);
  return isHeld;
});
const morph = (some, other, mode) => {
  const [here, there] = [bare(some), bare(other)];
  if (!here.matches) return here.data === there.data || (here.data = there.data);
  if (there.matches("[data-same]")) return;
  const isRow = rowOf(here) === here;
  if (isRow) {
    mode = modeOf(here);
    // Nobody is at it: the next change starts from what is shown.
    if (!stateOf(here).mode && mode === "take") stateOf(here).base = undefined;
    renewed.add(here);
    others.delete(here.id);
  }
  if (mode === "leave") return meet(here, there);
  const past = isRow && mode !== "take" && fieldsOf(here)
    .map((field) => ({ key: keyOf(field), typed: is(field), first: was(field) }));
  if (isRow && mode === "rebase" && past.length !== fieldsOf(there).length) return void leave(here);
  if (isRow && mode === "take") all("[data-own][name]", here).forEach((edit) => edit.remove());
  const isField = here.matches("input, select, textarea") && rowOf(here);
  const kept = /^(data-[so]|aria-(busy|cur|exp)|open|tabindex)/;
  for (const { name } of [...here.attributes, ...there.attributes]) {
    const value = there.getAttribute(name);
    if (kept.test(name) || name === "hidden" && value !== null && holdsUnsaved(here)) continue;
    if (value === null) here.removeAttribute(name);
    else here.setAttribute(name, value);
  }
  morphChildren(here, there, mode);
  if (isField && mode === "take") set(here, was(here));
  // A refused page has what was typed in place of what is saved.
  for (const field of past ? fieldsOf(here) : []) {
    const old = past.find(({ key }) => key === keyOf(field));
    if (old && mode === "keep") setDefault(field, old.first);
    if (old) set(field, old.typed);
  }
};
const morphChildren = (here, there, mode) => {
  const wanted = [...there.childNodes];
  const ids = new Set(wanted.map((node) => bare(node).id).filter(Boolean));
  const drop = (node) => {
    const isKept = isOwn(node)
      || [...unsaved].some((id) => bare(node).contains(byId(id)) && !stateOf({ id }).mode);
    if (!isKept) node.remove();
    else if (!isOwn(node)) others.add("");
  };
  const next = (node) => bare(node).nextSibling;
  let at = here.firstChild;
  for (const want of wanted) {
    let same = at;
    const between = [];
    while (same && !isSame(same, want)) {
      between.push(same);
      same = next(same);
    }
    if (!same) {
      if (want.matches?.("[data-same]")) {
        isTorn = true;
        continue;
      }
      const node = here.insertBefore(document.importNode(want, true), at);
      for (const row of node.matches ? [node, ...all("*", node)] : []) {
        if (row.matches(".row[id]")) renewed.add(row);
      }
      continue;
    }
    if (between.some((node) => ids.has(bare(node).id))) here.insertBefore(same, at);
    else {
      between.forEach(drop);
      at = next(same);
    }
    morph(same, want, mode);
  }
  while (at) {
    const node = at;
    at = next(node);
    drop(node);
  }
};
// What is in a row that somebody is at stays. What others made of it is shown beside it; what else
// is new is taken once it is left.
const meet = (row, there) => {
  const state = stateOf(row);
  leave(row);
  // What was posted only to be looked at comes back as it was typed.
  if (rehearsed.has(row.id)) return;
  if (!isEqual(shown(row), shown(there))) state.base ??= revision;
  if (state.base >= 0) offerTheirs(row);
};
// An answer may leave out what is as it was in the version of the page that the request named. So
// the request also names the `others`: rows that this page itself changed since, or that somebody was
// at when they came; a row leaves them when it takes an answer. With "" among them nothing is left
// out. `renewed` are the rows that an answer touched.
let renewed = new Set();
// True when the server left out a part that is not here, or that has changed here since.
let isTorn;
const show = ({ page, panel, seen }, isResult, aim) => {
  const isOld = revisionOf(panel) < revision;
  renewed = new Set();
  const isPart = find("[data-same]", panel);
  if (!isOld && !isPart) others.clear();
  const named = new Set(seen?.split(" "));
  isTorn = isPart && !isOld && !(named.has(byId("version").dataset.name)
    && [...others].every((id) => named.has(id.slice(2))
      || page.getElementById(id)?.matches(":not([data-same])")));
  if (auto) find("#sum", page)?.remove();
  for (const row of isOld ? allRows() : []) {
    const there = stateOf(row).mode && page.getElementById(row.id);
    if (!there) continue;
    morph(row, there);
    others.add(row.id);
  }
  if (!isOld) {
    const focused = document.activeElement;
    const place = focused.closest(".row[id], .group[id]")?.id;
    // What tells of a result stays until the next one.
    if (isResult) morph(main, find("#main", page));
    else for (const id of ["f", "version", "restart"]) if (byId(id)) morph(byId(id), page.getElementById(id));
    const pages = page.getElementById("pages");
    if (pages && byId("pages")) morph(byId("pages"), pages);
    // The focus goes where a button leads; else it stays, or goes to the heir of what is gone.
    const isGone = document.activeElement !== focused && focused !== document.body;
    if (aim && (isGone || focused === aim.button)) goTo(aim.target());
    if (isGone && document.activeElement === document.body) {
      goTo(byId(focused.id));
      if (document.activeElement === document.body) goTo(headOf(place) ?? find("h1"));
    }
    revision = revisionOf(form);
  }
  for (const id of unsaved) if (!byId(id)) unsaved.delete(id);
  for (const [id, state] of states) {
    const row = (state.mode || unsaved.has(id)) && byId(id);
    state.mode = undefined;
    if (row) mark(row);
  }
  renewed.forEach(hush);
  countProblems();
  if (!isTorn) return;
  others.add("");
  refresh();
};
// The page as it is for what stands in the rows that are not saved.
let asked = 0;
let rehearsed = new Set();
const refresh = async (plain, isResult) => {
  const turn = ++asked;
  const rows = plain || !hasRules ? [] : [...unsaved].map(byId);
  const seen = shows(rows);
  const address = told("action");
  // The page alone is answered whole.
  const answer = rows.length ? await post(bodyOf(rows, { _preview: 1 }), seen)
    : await ask(seen ? `${address}${address.includes("?") ? "&" : "?"}part` : address, null, seen);
  await still;
  if (!answer?.panel || turn !== asked) return answer;
  // A preview stands against what was shown first.
  if (rows.length) find("[name=_revision]", answer.panel).value = revision;
  else if (!isTorn) title = answer.page.title;
  rehearsed = new Set(rows.map((row) => row.id));
  show(answer, isResult);
  rehearsed = new Set();
  return answer;
};

