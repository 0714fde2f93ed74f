// MARK: The page follows a newer one

const isOwn = (node) => bare(node).matches?.("[data-own]");
// What tells a node from its siblings: its field, where it is one or an entry or option around one;
// else its id, else its first class.
const keyOf = (node) => {
  const hereNode = bare(node);
  if (!hereNode.matches) return hereNode.nodeName;
  const field = hereNode.matches("li, tr, label, .opt") ? findOne("[name]", hereNode) : hereNode;
  if (field?.localName === "button") return field.name + field.className;
  if (field?.name && field.form) {
    return field.name + (isTicked(field) ? "=" + field.value : "") + hereNode.localName;
  }
  return hereNode.id || hereNode.classList[0];
};
const isSame = (some, other, hereNode = bare(some), thereNode = bare(other)) => !isOwn(some)
  && hereNode.nodeName === thereNode.nodeName && keyOf(some) === keyOf(other)
  && (hereNode.type === thereNode.type || thereNode.type === "password");
// How a row meets its newer self: it may "take" all of it; "keep" what was typed, after a refusal;
// "rebase" what was typed onto the newer value; "leave" it, since somebody is there.
const modeOf = (row) => {
  const isUsed = unsavedIds.has(row.id) || stateOf(row).busy
    || findOne(".err, .ask", row) && [...states.values()].some((state) => state.refused);
  return stateOf(row).mode ?? (isUsed && !isOutdated(row) ? "leave" : "take");
};
// A row that does not follow the page now does so once it is left.
const leave = (row) => {
  stateOf(row).stale = true;
  others.add(row.id);
};
// A row that is not saved stays in sight, whatever the others make of it.
const holdsUnsaved = (node) => [...unsavedIds].some((id) => {
  const row = byId(id);
  const isHeld = row && stateOf(row).mode !== "take" && bare(node).contains(row);
  if (isHeld) leave(row);
  return isHeld;
});
const morph = (some, other, mode) => {
  const hereNode = bare(some);
  const thereNode = bare(other);
  if (!hereNode.matches) {
    return hereNode.data === thereNode.data || (hereNode.data = thereNode.data);
  }
  if (thereNode.matches("[data-same], #voice")) return;
  const isRow = rowOf(hereNode) === hereNode;
  if (isRow) {
    mode = modeOf(hereNode);
    // Nobody is at it: the next change starts from what is shown.
    if (!stateOf(hereNode).mode && mode === "take") stateOf(hereNode).base = undefined;
    renewed.add(hereNode);
    others.delete(hereNode.id);
  }
  // An answer does not know the entries that were added after its request.
  if (mode !== "take" && hereNode.matches(".draft") && thereNode.matches(".new")) return;
  if (mode === "leave") return meet(hereNode, thereNode);
  // Whoever is in the empty entry stays in it when there are more entries before it.
  const [empty, next] = isRow && mode === "take" ? [emptyOf(hereNode), emptyOf(thereNode)] : [];
  if (empty && next) renumber(empty, placeOf(next) - placeOf(empty));
  const past = isRow && mode !== "take" && fieldsOf(hereNode)
    .map((field) => ({ key: keyOf(field), typed: is(field), first: was(field) }));
  const isOther = isRow && mode === "rebase" && past.length !== fieldsOf(thereNode).length;
  if (isOther) return leave(hereNode);
  if (isRow && mode === "take") dropEdits(hereNode);
  const isField = hereNode.matches("input, select, textarea") && rowOf(hereNode);
  const kept = /^(data-[sou]|aria-(busy|cur|exp)|open|tabindex)/;
  for (const { name } of [...hereNode.attributes, ...thereNode.attributes]) {
    const value = thereNode.getAttribute(name);
    if (kept.test(name) || name === "hidden" && value !== null && holdsUnsaved(hereNode)) continue;
    if (value === null) hereNode.removeAttribute(name);
    else hereNode.setAttribute(name, value);
  }
  morphChildren(hereNode, thereNode, mode);
  if (isField && mode === "take" && !hereNode.closest("[data-inputs]")) set(hereNode, was(hereNode));
  // A refused page has what was typed in place of what is saved.
  for (const field of past ? fieldsOf(hereNode) : []) {
    const old = past.find(({ key }) => key === keyOf(field));
    if (old && mode === "keep") setDefault(field, old.first);
    if (old) set(field, old.typed);
  }
};
const morphChildren = (hereNode, thereNode, mode) => {
  const wanted = [...thereNode.childNodes];
  const ids = new Set(wanted.map((node) => bare(node).id).filter(Boolean));
  const drop = (node) => {
    const isKept = isOwn(node)
      || mode !== "take" && bare(node).matches?.(".new, .draft")
      || [...unsavedIds].some((id) => bare(node).contains(byId(id)) && !stateOf({ id }).mode);
    if (!isKept) node.remove();
    else if (!isOwn(node)) others.add("");
  };
  const next = (node) => bare(node).nextSibling;
  let at = hereNode.firstChild;
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
      const node = hereNode.insertBefore(document.importNode(want, true), at);
      for (const row of node.matches ? [node, ...findAll("*", node)] : []) {
        if (row.matches(".row[id]")) renewed.add(row);
      }
      continue;
    }
    if (between.some((node) => ids.has(bare(node).id))) hereNode.insertBefore(same, at);
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
const meet = (row, thereNode) => {
  const state = stateOf(row);
  leave(row);
  // What was posted only to be looked at comes back as it was typed.
  if (rehearsed.has(row.id)) return;
  // A page of the same revision has nothing new: what differs is what a refused page has kept.
  const isNews = rehearsed.size || revisionOf(thereNode.ownerDocument) > hereRevision;
  if (isNews && !isEqual(shown(row), shown(thereNode))) state.base ??= hereRevision;
  if (state.base >= 0) offerTheirs(row);
};
// An answer may leave out what is as it was in the version of the page that the request named. So
// the request also names the `others`: rows that this page itself changed since, or that somebody
// was at when they came; a row leaves them when it takes an answer. With "" among them nothing is
// left out. `renewed` are the rows that an answer touched.
let renewed = new Set();
// True when the server left out a part that is not here, or that has changed here since.
let isTorn;
// The theme and the color that settings select. The old color stays until the new one is here.
const wear = (page) => {
  root.dataset.theme = findOne(":root", page).dataset.theme ?? "";
  const link = findOne("[data-accent]", page);
  const old = findAll("[data-accent]", root);
  if (link?.outerHTML === old.at(-1)?.outerHTML) return;
  const drop = () => old.forEach((sheet) => sheet.remove());
  if (!link) return drop();
  link.onload = drop;
  document.head.append(link);
};
const show = ({ page, panel, seen }, isResult, aim) => {
  const isOld = revisionOf(panel) < hereRevision;
  renewed = new Set();
  const isPart = findOne("[data-same]", panel);
  if (!isOld && !isPart) others.clear();
  const named = new Set(seen?.split(" "));
  isTorn = isPart && !isOld && !(named.has(byId("seen").dataset.v)
    && [...others].every((id) => named.has(id.slice(2))
      || byId(id, page)?.matches(":not([data-same])")));
  if (isAuto) findOne("#sum", page)?.remove();
  for (const row of isOld ? allRows() : []) {
    const thereNode = stateOf(row).mode && byId(row.id, page);
    if (!thereNode) continue;
    morph(row, thereNode);
    others.add(row.id);
  }
  if (!isOld) {
    wear(page);
    const focused = focusNode();
    const place = focused.closest(".row[id], .group[id]")?.id;
    // What tells of a result stays until the next one.
    if (isResult) morph(main, findOne("#main", page));
    const names = isResult ? ["result"] : ["f", "seen", "keep", "lead", "overview"];
    for (const id of ["pages", "restart", "ways", ...names]) {
      const thereNode = byId(id, page);
      if (thereNode && byId(id)) morph(byId(id), thereNode);
    }
    // The focus goes where a button leads; else it stays, or goes to the heir of what is gone.
    const isGone = focusNode() !== focused && focused !== pageBody;
    if (aim && (isGone || focused === aim.cause)) goTo(aim.target());
    if (isGone && focusNode() === pageBody) {
      goTo(byId(focused.id));
      if (focusNode() === pageBody) goTo(headOf(place) ?? findOne("h1"));
    }
    hereRevision = revisionOf(form);
  }
  for (const id of unsavedIds) if (!byId(id)) unsavedIds.delete(id);
  for (const [id, state] of states) {
    const row = (state.mode || unsavedIds.has(id)) && byId(id);
    state.mode = null;
    if (row) mark(row);
  }
  renewed.forEach(hush);
  showKeys();
  countProblems();
  tick();
  if (isResult) keepResult();
  if (isTorn) {
    others.add("");
    refresh();
  }
};
// The time left of a value is told by the minute, and by the second where changes wait to be kept. The clock of the
// server counts.
const tick = () => {
  const clock = findOne("#keep time", root);
  const left = clock && Math.max(0, Math.round((Date.parse(clock.dateTime) - Date.now() - ahead) / 1e3));
  if (clock) clock.textContent = `${left / 60 | 0}:${String(left % 60).padStart(2, 0)}`;
};
setInterval(() => {
  tick();
  if (!(++beats % 60) && partsOfPage && findOne("time")) refresh();
}, 1e3);
let beats = 0;
// The page as it is for what stands in the rows that are not saved.
let asked = 0;
let rehearsed = new Set();
const refresh = async (plain, isResult) => {
  const turn = ++asked;
  const rows = plain || !hasRules ? [] : [...unsavedIds].map((id) => byId(id)).filter(isDirty);
  const seen = shows(rows);
  const pageAddress = told("action");
  // The page alone is answered whole.
  const answer = rows.length ? await post(bodyOf(rows, { _preview: 1 }), seen)
    : await ask(seen ? pageAddress + (pageAddress.includes("?") ? "&part" : "?part") : pageAddress,
      null, seen);
  await still;
  if (!answer?.panel || turn !== asked) return answer;
  // A preview stands against what was shown first.
  if (rows.length) findOne("[name=_revision]", answer.panel).value = hereRevision;
  else if (!isTorn && !findOne("#conflict, #review, #sum")) pageTitle = answer.page.title;
  rehearsed = new Set(rows.map((row) => row.id));
  show(answer, isResult);
  rehearsed = new Set();
  return answer;
};

