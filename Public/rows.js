// All of this is a shortcut: the page does the same without it. Rows are posted, and what is new in
// the pages that are answered is taken from them. There are no rules and no words here.

const byId = (id, page = document) => page.getElementById(id);
// The id of a part of a row: "c" for its control, "l" its label, "e" its error, "i" its details.
const idOf = (row, letter) => `${letter}-${row.id.slice(2)}`;
const focusNode = () => document.activeElement;
const root = document.documentElement;
const pageBody = document.body;
const main = byId("main");
// The list of pages, with the result at its foot.
const pageHead = byId("q")?.form.parentNode;
const findOne = (selector, node) => node ? node.querySelector(selector)
  : findOne(selector, main) ?? pageHead?.querySelector(selector);
const findAll = (selector, node = main) => [...node.querySelectorAll(selector)];
const on = (names, act, node = main) => {
  for (const name of names.split(" ")) node.addEventListener(name, act, node === self);
};
let form = byId("f") ?? main;
const partsOfPage = byId("parts")?.content;
// A field may be named like a property of its form, which then hides that property.
const bare = (node) => node instanceof HTMLFormElement ? new Proxy(node, {
  get: (_, name) => {
    const value = Reflect.get(HTMLFormElement.prototype, name, node);
    return value?.bind?.(node) ?? value;
  },
}) : node;
const told = (name) => bare(form).getAttribute(name);
const isAuto = !findOne("#f[data-explicit]");
const hasRules = findOne("#f[data-rules]");

// Words and parts are the server's. Parts that are put onto the page are marked as our own.
const own = (node) => node.toggleAttribute("data-own", true) && node;
const part = (name) => own(findOne(`[data-t=${name}]`, partsOfPage).cloneNode(true));
const wordsFor = (name, count, slots) => {
  const kind = new Intl.PluralRules(root.lang).select(count);
  const { dataset, textContent } = findOne(`[data-t=${name}]`, partsOfPage);
  return (dataset[kind] ?? textContent)
    .replace(/{(\w+)}/g, (_, slot) => ({ count, ...slots })[slot]);
};
// Emptied again for those who read on.
const voice = byId("voice");
let quiet;
const say = (phrase) => {
  clearTimeout(quiet);
  voice.textContent = phrase;
  quiet = setTimeout(() => voice.replaceChildren(), 5e3);
};

// What the panel itself answers is markup that may stand here.
const trusted = self.trustedTypes?.createPolicy("faceplate", { createHTML: (text) => text });
// How much the server's clock is ahead of ours.
let ahead = 0;
const ask = async (pageAddress, body, seen) => {
  try {
    const answer = await fetch(pageAddress, {
      method: body ? "POST" : "GET", body,
      headers: { Accept: "text/html", ...seen && { "Faceplate-Shows": seen } },
      signal: AbortSignal.timeout(1e4),
    });
    ahead = Date.parse(answer.headers.get("date")) - Date.now() || ahead;
    const text = await answer.text();
    const page = new DOMParser().parseFromString(trusted?.createHTML(text) ?? text, "text/html");
    return { status: answer.status, url: answer.url, page, panel: findOne("#f", page), seen };
  } catch {
    return null;
  }
};
const post = (body, seen) => ask(told("action"), body, seen);

// MARK: Rows and their fields

const rowOf = (node) => node.closest("#f .row[id]");
const allRows = () => findAll("#f .row[id]");
const rowsOf = (keys) => allRows().filter((row) => keys.includes(row.id.slice(2)));
// What a button asks for goes with its press alone, and is never saved.
const fieldsOf = (row) => findAll("[name]:not(button, [type=hidden], [data-inputs] *)", row);
const errorOf = (row) => findOne(".err", row);
// What the buttons of a list have changed in it, and sent to nobody.
const editsOf = (row) => findAll("[data-own][name]", row);
const dropEdits = (row) => editsOf(row).forEach((edit) => edit.remove());
const isTicked = ({ type }) => /checkbox|radio/.test(type);
// A scale and its number, or a color and its digits.
const pairOf = (field) => {
  const both = field.closest(".range, .color");
  return both ? findAll("input:not([type=hidden])", both) : [];
};
const choiceTypes = /checkbox|radio|select|range|color/;
const isChoice = (field) => choiceTypes.test(field.type)
  || pairOf(field).length;
// Changes are told by values, never by events: who comes back to a value has changed nothing.
const is = (field) => isTicked(field) ? field.checked : field.value;
const was = (field) => isTicked(field) ? field.defaultChecked
  : field.localName !== "select" ? field.defaultValue
    : (findOne("[selected]", field) ?? field.options[0])?.value ?? "";
const isChanged = (field) => is(field) !== was(field);
const set = (field, value) => {
  if (isTicked(field)) field.checked = value;
  else if (field.type !== "file" || !value) field.value = value;
  keepInStep(field);
};
const setDefault = (field, value) => {
  if (isTicked(field)) field.defaultChecked = value;
  else if (field.localName !== "select") field.defaultValue = value;
  else for (const option of field.options) option.defaultSelected = option.value === value;
};
const changed = (row) => [...fieldsOf(row).filter(isChanged), ...editsOf(row)];
const isDirty = (row) => changed(row).length > 0;
const typed = (row) => fieldsOf(row).map(is);
const shown = (row) => fieldsOf(row).map(was);
const isEqual = (some, others) => JSON.stringify(some) === JSON.stringify(others);
const isHeld = (row) => "hold" in row.dataset;
const isWhole = (row) => findOne(".list, .scroll", row);
// A color shows how much is seen through it.
const fill = (field) => {
  const digits = field.type === "color" && pairOf(field)[1];
  if (digits) field.style.setProperty("--see", digits.value);
};
// Of a pair, one follows the other; the words around the number stay.
const keepInStep = (field) => {
  const [scale, text] = pairOf(field);
  if (!text) return;
  const isColor = scale.type === "color";
  const point = text.dataset.point ?? ".";
  const value = text.value.trim().replace(point, ".");
  if (field === scale) {
    const opacity = text.value.match(/^#\w{6}(\w\w)$/)?.[1] ?? "";
    text.value = isColor ? scale.value + opacity : scale.value.replace(".", point);
  } else if (isColor ? /^#[\da-f]{6}/i.test(value) : value && isFinite(value)) {
    scale.value = isColor ? value.slice(0, 7) : value;
  }
  fill(scale);
  const said = scale.ariaValueText;
  if (said) scale.ariaValueText = said.replace(/[-−]?\d[\d.,\u00a0\u202f]*/, text.value);
};

// What goes on in a row, by its id, since a row may be replaced. `last` ends with its last request;
// `base` is the revision of what it shows, where others have changed it since; `refused` is true, or the values that
// the server refused; `why`, what is wrong with another row, that this one waits for; `lost`, what kept it from being
// sent: "offline", "signedOut", or "typed" where the server could not save it.
const states = new Map();
const stateOf = ({ id }) => {
  if (!states.has(id)) states.set(id, { busy: 0 });
  return states.get(id);
};
// A conflict that nobody has decided yet.
const isOpen = (row) => stateOf(row).refused && stateOf(row).base >= 0;
// Rows that are not as the server last sent them; "" for parts of the page around them.
const others = new Set();
// Tells the server what this page shows, so that it leaves that out of its answer. Rows that may
// differ are named, and a page where much differs is sent whole.
const shows = (rows = []) => {
  const ids = new Set([...others, ...unsavedIds, ...rows.map((row) => row.id)]);
  return ids.has("") || ids.size > 20 ? null
    : [byId("seen").dataset.v, ...[...ids].map((id) => id.slice(2))].join(" ");
};
// Everything that is under way; a request without rows, like undoing, has no state of a row.
const runs = new Set();
const settled = (some) => Promise.all(some ? some.map((state) => state.last) : runs);
const revisionOf = (panel) => +findOne("[name=_revision]", panel)?.value;
let hereRevision = revisionOf(form);

// MARK: What is not saved

const unsavedIds = new Set();
let isLeaving = false;
const warn = (event) => isLeaving || event.preventDefault();
// Rows that are not saved, and that say why. Nobody is at them, and nothing of them is on its way.
const stuckRows = () => [...unsavedIds].map((id) => byId(id))
  .filter((row) => row && findOne(":scope > .note[data-own], .err, [data-take]", row));
// Added only while needed: a page with this listener is kept out of the back/forward cache.
let counted = "";
const guard = () => {
  (unsavedIds.size || findOne("[aria-busy]") ? addEventListener
    : removeEventListener)("beforeunload", warn);
  // Those who may not edit have no place for it.
  Object.assign(byId("unsaved") ?? {}, {
    hidden: !unsavedIds.size, textContent: wordsFor("unsaved", unsavedIds.size),
  });
  const nowCounted = stuckRows().map((row) => row.id + stateOf(row).lost).join();
  if (nowCounted !== counted) countProblems();
  counted = nowCounted;
};
// The reason why a row is not saved, by the name of a sentence: the server was not there ("offline", "signedOut"),
// another row is not right yet ("waits"), or nobody said that it is complete ("typed"). A row that says more itself
// needs none, nor one that is on its way, or that somebody is at.
const reasonOf = (row) => {
  const { busy, lost, queued, timer, why } = stateOf(row);
  const isTold = busy || queued || timer || findOne(".err, [data-take]", row);
  if (isTold || !unsavedIds.has(row.id)) return "";
  const isOwn = findAll("select", row).some((menu) => menu.value === "own" && isChanged(menu));
  const isLeft = isHeld(row) || isOwn || noteOf(row)
    || !row.contains(focusNode()) || focusNode().matches(resetPath);
  return lost || why && "waits" || isLeft && "typed" || "";
};
// What stays saved, as one reads it; nothing of what is masked, or has more than a line. A page has no passwords, and a
// switch says it by itself.
const savedOf = (row) => {
  const fields = fieldsOf(row).filter((field) => field !== pairOf(field)[0] && was(field) !== "own");
  if (isWhole(row) || findOne("[data-mask], [role=switch], textarea", row)) return "";
  return fields.map((field) => {
    const copy = field.cloneNode(true);
    set(copy, was(field));
    const unit = findOne(".unit", field.parentNode)?.textContent;
    const text = isTicked(field) ? was(field) && field.labels[0].textContent : cellText(copy);
    return text && unit ? `${text} ${unit}` : text;
  }).filter(Boolean).join(isTicked(fields[0]) ? ", " : " ");
};
const noteOf = (row) => findOne(":scope > .note[data-own]", row);
const prepare = (button, row, act) => {
  button.setAttribute("aria-describedby", idOf(row, "l"));
  button.onclick = () => {
    goTo(fieldOf(row));
    act(row);
  };
};
const tell = (row) => {
  const { busy, why } = stateOf(row);
  const isUnsaved = !busy && unsavedIds.has(row.id);
  row.toggleAttribute("data-unsaved", isUnsaved);
  // The mark of what was saved before.
  if (isUnsaved) delete row.dataset.s;
  const wrong = isUnsaved && isAuto && errorOf(row);
  // What is said once, in another row, is said here, too, while this one is not saved.
  if (wrong) wrong.hidden = false;
  if (wrong && !findOne("button", wrong)) {
    const button = own(findOne("button:last-child", part("note")));
    wrong.append(button);
    prepare(button, row, restore);
  }
  const reason = reasonOf(row);
  const value = reason && savedOf(row);
  let phrase = reason && wordsFor(`${reason}Row`, 1, { sentence: why });
  if (value) phrase = wordsFor("saved", 1, { sentence: phrase.replace(/[.。]$/, ""), value });
  const old = noteOf(row);
  if (phrase === (old?.firstChild.textContent ?? "")) return;
  old?.remove();
  if (!phrase) return;
  const note = part("note");
  note.firstChild.textContent = phrase;
  const [save, discard] = findAll("button", note);
  if (isAuto && reason === "typed") prepare(save, row, commitRow);
  else save.remove();
  prepare(discard, row, restore);
  // What is at the end of a row stays there.
  row.insertBefore(note, findOne(":scope > .i, :scope > .rich", row));
};
const isOutdated = (row) => stateOf(row).base >= 0 && !isDirty(row);
const mark = (row) => {
  // What was shown is not what is stored, where others changed it since.
  const isOld = isOutdated(row);
  const isUnsaved = isDirty(row);
  unsavedIds[isUnsaved || isOld ? "add" : "delete"](row.id);
  const state = stateOf(row);
  const wasRefused = !isUnsaved && state.refused;
  const lost = isOld && byId("offline") ? "offline" : "";
  if (!isUnsaved) Object.assign(state, { refused: false, why: "", lost });
  tell(row);
  guard();
  clearTimeout(reviewing);
  if (!isAuto && !busyCount && byId("review")) reviewing = setTimeout(review, 250);
  if (wasRefused) dropError(row);
  if (wasRefused || isOld) refresh().then(doubt);
};
// The list of changes that is shown before they are saved follows further ones.
let reviewing;
const review = async () => {
  const page = (await post(bodyOf(allRows().filter(isDirty), { _review: 1 })))?.page;
  const [old, next] = [byId("review"), page && byId("review", page)];
  if (old && next) morph(old, next);
  else old?.remove();
};
const restore = (row, scope = row) => {
  fieldsOf(scope).forEach((field) => set(field, was(field)));
  if (scope === row) dropEdits(row);
  mark(row);
  dress(row);
  regard(row);
};

// MARK: The focus

const showNearest = (node) => node.scrollIntoView({ block: "nearest" });
const goTo = (node) => {
  node?.focus();
  if (!node || focusNode() === node) return;
  // A heading takes the focus only from here.
  node.tabIndex = -1;
  node.focus();
};
const wrongFieldOf = (row) => findOne("[aria-invalid]:not(fieldset)", row);
// The field of a row that a person goes on with: the wrong one, the chosen one, the first one.
const fieldOf = (row) => row && (wrongFieldOf(row)
  ?? entriesOf(row).map(gripOf)[0] ?? findOne("[type=radio]:checked, .add", row) ?? byId(idOf(row, "c")) ?? fieldsOf(row)[0]
  ?? findOne("a[href], button, h2", row));
// Where a row or a group begins for those who come back to it.
const headOf = (id) => {
  const node = byId(id);
  return node && (node.matches(".row") ? fieldOf(node) : findOne("summary, h2", node));
};
const entryPath = ".list > li, .scroll tr[id]";
// Those that have a place: not the empty one, nor what Save removes.
const entriesOf = (row) => row ? findAll(entryPath, row)
  .filter((entry) => !entry.matches(".new, :has([data-own][name])")) : [];
// What a button leads to once it has done what it does.
const aimOf = (button) => {
  const { name } = button;
  if (!/^_(add|remove|reset)$/.test(name)) return null;
  const id = rowOf(button)?.id;
  const group = button.closest(".group")?.id;
  const place = entriesOf(rowOf(button)).indexOf(button.closest("li, tr"));
  const target = () => {
    const row = byId(id);
    const entries = entriesOf(row);
    const empty = name === "_add" && row && !wrongFieldOf(row) && emptyOf(row);
    if (empty) openEntry(empty);
    if (empty) return fieldsOf(empty)[0];
    const next = place < 0 ? null : entries[Math.min(place, entries.length - 1)];
    return next && !wrongFieldOf(row) ? gripOf(next) : headOf(id ?? group) ?? findOne("h1");
  };
  return { cause: button, target };
};

// MARK: Problems

let pageTitle = document.title;
// The sentences of an answer about what is wrong, by the id of the field.
const sentences = new Map();
const learn = (page) => {
  for (const { hash, textContent } of findAll("#sum a", page)) sentences.set(hash, textContent);
};
const dropError = (row) => {
  others.add(row.id);
  sentences.delete(`#${idOf(row, "c")}`);
  errorOf(row)?.remove();
  for (const field of findAll("[aria-invalid]", row)) field.ariaInvalid = null;
  countProblems();
};
// A sentence of our own about what is wrong in a row; a button beside it is no part of it.
const putNote = (row, text) => {
  others.add(row.id);
  const note = part("problem");
  const phrase = note.firstChild;
  phrase.id = idOf(row, "e");
  phrase.lastChild.textContent = text;
  say(text);
  row.append(note);
  return note;
};
// A file over the limit is not sent: its row says so, as the server would.
const isTooLarge = (field) => [...field.files ?? []]
  .some((file) => file.size > (field.dataset.max ?? Infinity));
const refuseFiles = (rows) => rows.filter((row) => {
  const field = fieldsOf(row).find(isTooLarge);
  if (!field || findOne(".err[data-own]", row)) return field;
  dropError(row);
  stateOf(row).refused = true;
  putNote(row, field.dataset.large);
  field.ariaInvalid = "true";
  mark(row);
  countProblems();
  return true;
})[0];
const sentenceOf = (row) => {
  const known = sentences.get(`#${idOf(row, "c")}`);
  if (known) return known;
  const copy = errorOf(row).cloneNode(true);
  for (const extra of findAll(".sr, button", copy)) extra.remove();
  return copy.textContent.trim();
};
// Where rows are saved, the result bar says what is wrong first, or how much is not saved.
const countProblems = () => {
  const wrongRows = isAuto ? findAll("#f .row[id]:has(.err)") : [];
  const wrong = [...new Set(wrongRows.map(sentenceOf))];
  const count = wrong[0] && wordsFor("problems", wrong.length);
  document.title = count ? `(${count}) ${pageTitle}` : pageTitle;
  // The page of a response has a mark, too; it is counted anew.
  const marks = isAuto ? ".count, [aria-current] .wrong" : ".count";
  for (const mark of findAll(marks, root)) mark.remove();
  const hereNode = count && findOne("#pages [aria-current]", root);
  if (hereNode) {
    const dot = part("wrong");
    findOne("span", dot).textContent = dot.title = count;
    dot.dataset.count = wrong.length;
    hereNode.append(dot);
  }
  const banner = byId("offline");
  const stuck = isAuto ? stuckRows() : [];
  const isLost = (row) => stateOf(row).lost;
  const lostCount = stuck.filter(isLost).length;
  if (banner && !banner.dataset.reason) {
    const words = findOne("p", part(banner.dataset.t)).textContent;
    findOne("p", banner).textContent = words
      + (lostCount ? ` ${wordsFor("unsaved", lostCount)}` : "");
  }
  const waiting = banner ? stuck.filter((row) => !isLost(row)) : stuck;
  const first = wrongRows[0] ?? waiting[0];
  if (!first) return;
  const line = part("count");
  line.classList.toggle("bad", !!count);
  const more = wrong.length - 1;
  const link = findOne("a", line);
  link.href = `#${first.id}`;
  link.textContent = !count ? wordsFor("unsaved", waiting.length)
    : more ? wordsFor("more", more, { sentence: wrong[0] }) : wrong[0];
  link.onclick = (event) => {
    event.preventDefault();
    goTo(fieldOf(byId(first.id)));
  };
  const discard = findOne("button", line);
  discard.hidden = !waiting[0];
  discard.onclick = () => {
    const rows = stuckRows();
    rows.forEach((row) => restore(row));
    goTo(fieldOf(rows[0]));
  };
  findOne(".lines", root).append(line);
};
