// All of this is a shortcut: the page does the same without it. Rows are posted, and what is new in
// the pages that are answered is taken from them. There are no rules and no words here.

const byId = (id, page = document) => page.getElementById(id);
// The id of a part of a row: "c" for its control, "l" its label, "e" its error, "i" its details.
const idOf = (row, letter) => `${letter}-${row.id.slice(2)}`;
const focusNode = () => document.activeElement;
const root = document.documentElement;
const pageBody = document.body;
const main = byId("main");
const findOne = (selector, node = main) => node.querySelector(selector);
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
const wordsFor = (name, count) => {
  const kind = new Intl.PluralRules(root.lang).select(count);
  const forms = findAll(`[data-t=${name}]`, partsOfPage);
  return (forms.find((one) => one.dataset.n === kind) ?? forms.at(-1)).textContent
    .replace("{count}", count);
};
// Emptied again for those who read on.
const voice = byId("voice");
let quiet;
const say = (sentence) => {
  clearTimeout(quiet);
  voice.textContent = sentence;
  quiet = setTimeout(() => voice.replaceChildren(), 5e3);
};

// What the panel itself answers is markup that may stand here.
const trusted = self.trustedTypes?.createPolicy("faceplate", { createHTML: (text) => text });
const ask = async (pageAddress, body, seen) => {
  try {
    const answer = await fetch(pageAddress, {
      method: body ? "POST" : "GET", body,
      headers: { Accept: "text/html", ...seen && { "Faceplate-Shows": seen } },
      signal: AbortSignal.timeout(1e4),
    });
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
const fieldsOf = (row) => findAll("[name]:not(button, [type=hidden])", row);
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
const type = (row, values) => fieldsOf(row).forEach((field, index) => set(field, values[index]));
const isEqual = (some, others) => JSON.stringify(some) === JSON.stringify(others);
const isHeld = (row) => "hold" in row.dataset;
const isWhole = (row) => findOne(".list, .scroll, .own", row);
// A scale with 0 inside is filled from there; a color shows how much is seen through it.
const fill = (field) => {
  field.style.setProperty("--see", pairOf(field)[1]?.value);
  const { min, max } = field;
  const place = (value) => (value - min) / (max - min) * 100;
  if (!(min < 0 && max > 0)) return;
  const ends = [place(0), place(field.value)].sort((one, other) => one - other);
  field.style.setProperty("--from", `${ends[0]}%`);
  field.style.setProperty("--to", `${ends[1]}%`);
  field.classList.add("middle");
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
// `base` is the revision of what it shows, where others have changed it since; `refused` is true,
// or the values that the server refused.
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
// Added only while needed: a page with this listener is kept out of the back/forward cache.
const guard = () => {
  (unsavedIds.size || findOne("[aria-busy]") ? addEventListener
    : removeEventListener)("beforeunload", warn);
  // Those who may not edit have no place for it.
  Object.assign(byId("unsaved") ?? {}, {
    hidden: !unsavedIds.size, textContent: wordsFor("unsaved", unsavedIds.size),
  });
};
const mark = (row) => {
  const fields = changed(row);
  unsavedIds[fields.length ? "add" : "delete"](row.id);
  const state = stateOf(row);
  const isAsked = isAuto && fields.length && !state.timer && (isHeld(row) || isWhole(row)
    || fields.some((field) => !isChoice(field) && (field.type !== "file" || state.refused)));
  const buttons = findOne(".acts[data-own]", row);
  if (!isAsked) buttons?.remove();
  else if (!buttons) offerButtons(row);
  guard();
  if (fields.length || !state.refused) return;
  Object.assign(state, { refused: false, base: undefined });
  dropError(row);
  refresh();
};
const offerButtons = (row) => {
  const buttons = part("acts");
  for (const button of findAll("button", buttons)) {
    button.setAttribute("aria-describedby", idOf(row, "l"));
    // Where leaving a field saves it, Tab goes on to the next row.
    if (!isHeld(row)) button.tabIndex = -1;
    button.onclick = () => {
      goTo(fieldOf(row));
      (button.matches(".del") ? restore : commitRow)(row);
    };
  }
  (findOne(".ctl", row) ?? row).append(buttons);
};
const restore = (row) => {
  type(row, shown(row));
  dropEdits(row);
  mark(row);
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
  ?? findOne("[type=radio]:checked", row) ?? byId(idOf(row, "c")) ?? fieldsOf(row)[0]
  ?? findOne("a[href], button, h2", row));
// Where a row or a group begins for those who come back to it.
const headOf = (id) => {
  const node = byId(id);
  return node && (node.matches(".row") ? fieldOf(node) : findOne("summary, h2", node));
};
const entriesOf = (row) => row
  ? findAll("li, tbody tr", row).filter((entry) => entry.checkVisibility()) : [];
// What a button leads to once it has done what it does.
const aimOf = (button) => {
  const { name, value } = button;
  if (!/^_(add|move|remove|reset)$/.test(name)) return null;
  const id = rowOf(button)?.id;
  const group = button.closest(".group")?.id;
  const place = entriesOf(rowOf(button)).indexOf(button.closest("li, tr"));
  const target = () => {
    const row = byId(id);
    const entries = entriesOf(row);
    if (wrongFieldOf(row ?? main) || place < 0 || !entries.length) {
      return headOf(id ?? group) ?? findOne("h1");
    }
    const isUp = value.endsWith(":up");
    if (name === "_move") {
      const ways = findAll("[name=_move]:enabled", entries[place + (isUp ? -1 : 1)] ?? row);
      return ways.find((way) => way.value.endsWith(isUp ? ":up" : ":down")) ?? ways[0];
    }
    const isAdded = name === "_add" && findOne(".new", row);
    return fieldsOf(isAdded || entries[Math.min(place, entries.length - 1)])[0];
  };
  return { button, target };
};

// MARK: Problems

let pageTitle = document.title;
const dropError = (row) => {
  others.add(row.id);
  errorOf(row)?.remove();
  for (const field of findAll("[aria-invalid]", row)) field.ariaInvalid = null;
  countProblems();
};
// A sentence of our own in a row: that its choice was lost, that its file is too large.
const putNote = (row, name, text) => {
  others.add(row.id);
  const note = part(name);
  const line = findOne("[data-words]", note);
  line.textContent = text
    ?? line.textContent.replace("{label}", () => byId(idOf(row, "l")).textContent);
  say(line.textContent);
  const place = findOne(".t", row);
  if (place) place.append(note);
  else findOne("legend", row).after(note);
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
  putNote(row, "problem", field.dataset.large).id = idOf(row, "e");
  field.ariaInvalid = "true";
  mark(row);
  countProblems();
  return true;
})[0];
// Where rows are saved, the way to the first one that was refused stands in the result bar.
const countProblems = () => {
  const wrongRows = isAuto ? findAll("#f .row[id]:has(.err)") : [];
  const count = wrongRows[0] && wordsFor("problems", wrongRows.length);
  document.title = count ? `(${count}) ${pageTitle}` : pageTitle;
  // The page of a response has a mark, too; it is counted anew.
  const marks = isAuto ? ".count, [aria-current] .wrong" : ".count";
  for (const mark of findAll(marks, root)) mark.remove();
  if (!count) return;
  const hereNode = findOne("#pages [aria-current]", root);
  const dot = hereNode && part("wrong");
  if (dot) {
    findOne("span", dot).textContent = dot.title = count;
    hereNode.append(dot);
  }
  const line = part("count");
  Object.assign(findOne("a", line), {
    href: `#${idOf(wrongRows[0], "c")}`, textContent: count,
  });
  findOne(".lines").append(line);
};

