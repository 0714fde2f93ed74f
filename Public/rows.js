// All of this is a shortcut: the page does the same without it. Rows are posted, and what is new in
// the pages that are answered is taken from them. There are no rules and no words here.

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const main = byId("main");
const find = (selector, node = main) => node.querySelector(selector);
const all = (selector, node = main) => [...node.querySelectorAll(selector)];
const on = (names, act, node = main) => {
  for (const name of names.split(" ")) node.addEventListener(name, act, node === self);
};
let form = byId("f") ?? main;
const parts = byId("parts")?.content;
// A field may be named like a property of its form, which then hides that property.
const bare = (node) => node instanceof HTMLFormElement ? new Proxy(node, {
  get: (_, name) => {
    const value = Reflect.get(HTMLFormElement.prototype, name, node);
    return value?.bind?.(node) ?? value;
  },
}) : node;
const told = (name) => bare(form).getAttribute(name);
const auto = !find("#f[data-explicit]");
const hasRules = find("#f[data-rules]");

// Words and parts are the server's. Parts that are put onto the page are marked as our own.
const own = (node) => node.toggleAttribute("data-own", true) && node;
const part = (name) => own(find(`[data-t=${name}]`, parts).cloneNode(true));
const words = (name, count) => {
  const kind = new Intl.PluralRules(root.lang).select(count);
  const forms = all(`[data-t=${name}]`, parts);
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
const ask = async (address, body, seen) => {
  try {
    const answer = await fetch(address, {
      method: body ? "POST" : "GET", body,
      headers: { Accept: "text/html", ...seen && { "Faceplate-Shows": seen } },
      signal: AbortSignal.timeout(1e4),
    });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(trusted?.createHTML(text) ?? text, "text/html");
    return { status: answer.status, url: answer.url, page, panel: find("#f", page), seen };
  } catch {
    return null;
  }
};
const post = (body, seen) => ask(told("action"), body, seen);

// MARK: Rows and their fields

const rowOf = (node) => node.closest("#f .row[id]");
const allRows = () => all("#f .row[id]");
const rowsOf = (keys) => allRows().filter((row) => keys.includes(row.id.slice(2)));
const fieldsOf = (row) => all("[name]:not(button, [type=hidden])", row);
const isTicked = (field) => /checkbox|radio/.test(field.type);
// A scale and its number, or a color and its digits.
const pairOf = (field) => {
  const both = field.closest(".range, .color");
  return both ? all("input:not([type=hidden])", both) : [];
};
const isChoice = (field) => /checkbox|radio|select|range|color/.test(field.type)
  || pairOf(field).length;
// Changes are told by values, never by events: who comes back to a value has changed nothing.
const is = (field) => isTicked(field) ? field.checked : field.value;
const was = (field) => isTicked(field) ? field.defaultChecked
  : field.localName !== "select" ? field.defaultValue
    : (find("[selected]", field) ?? field.options[0])?.value ?? "";
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
const changed = (row) => [
  ...fieldsOf(row).filter((field) => is(field) !== was(field)), ...all("[data-own][name]", row)];
const isDirty = (row) => changed(row).length > 0;
const typed = (row) => fieldsOf(row).map(is);
const shown = (row) => fieldsOf(row).map(was);
const type = (row, values) => fieldsOf(row).forEach((field, index) => set(field, values[index]));
const isEqual = (some, others) => JSON.stringify(some) === JSON.stringify(others);
const isHeld = (row) => "hold" in row.dataset;
const isWhole = (row) => find(".list, .scroll, .own", row);
// A scale with 0 inside is filled from there; a color shows how much is seen through it.
const fill = (field) => {
  field.style.setProperty("--see", pairOf(field)[1]?.value);
  const place = (value) => (value - field.min) / (field.max - field.min) * 100;
  if (!(field.min < 0 && field.max > 0)) return;
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
// `base` is the revision of what it shows, where others have changed it since.
const states = new Map();
const stateOf = ({ id }) => {
  if (!states.has(id)) states.set(id, { busy: 0 });
  return states.get(id);
};
// A conflict that nobody has decided yet.
const isOpen = (row) => stateOf(row).isRefused && stateOf(row).base >= 0;
// Rows that are not as the server last sent them; "" for parts of the page around them.
const others = new Set();
// Tells the server what this page shows, so that it leaves that out of its answer. Rows that may
// differ are named, and a page where much differs is sent whole.
const shows = (rows = []) => {
  const ids = new Set([...others, ...unsaved, ...rows.map((row) => row.id)]);
  return ids.has("") || ids.size > 20 ? undefined
    : [byId("version").dataset.name, ...[...ids].map((id) => id.slice(2))].join(" ");
};
// Everything that is under way; a request without rows, like undoing, has no state of a row.
const runs = new Set();
const settled = (some) => Promise.all(some ? some.map((state) => state.last) : runs);
const revisionOf = (panel) => +find("[name=_revision]", panel)?.value;
let revision = revisionOf(form);

// MARK: What is not saved

const unsaved = new Set();
let isLeaving = false;
const warn = (event) => isLeaving || event.preventDefault();
// Added only while needed: a page with this listener is kept out of the back/forward cache.
const guard = () => {
  (unsaved.size || find("[aria-busy]") ? addEventListener
    : removeEventListener)("beforeunload", warn);
  // Those who may not edit have no place for it.
  Object.assign(byId("unsaved") ?? {}, {
    hidden: !unsaved.size, textContent: words("unsaved", unsaved.size),
  });
};
const mark = (row) => {
  const fields = changed(row);
  unsaved[fields.length ? "add" : "delete"](row.id);
  const state = stateOf(row);
  const isAsked = auto && fields.length && !state.timer && (isHeld(row) || isWhole(row)
    || fields.some((field) => !isChoice(field) && (field.type !== "file" || state.isRefused)));
  const buttons = find(".acts[data-own]", row);
  if (!isAsked) buttons?.remove();
  else if (!buttons) offerButtons(row);
  guard();
  if (fields.length || !state.isRefused) return;
  Object.assign(state, { isRefused: false, base: undefined });
  dropError(row);
  refresh();
};
const offerButtons = (row) => {
  const buttons = part("acts");
  for (const button of all("button", buttons)) {
    button.setAttribute("aria-describedby", `l-${row.id.slice(2)}`);
    // Where leaving a field saves it, Tab goes on to the next row.
    if (!isHeld(row)) button.tabIndex = -1;
    button.onclick = () => {
      goTo(fieldOf(row));
      (button.matches(".del") ? restore : commit)(row);
    };
  }
  (find(".ctl", row) ?? row).append(buttons);
};
const restore = (row) => {
  type(row, shown(row));
  all("[data-own][name]", row).forEach((edit) => edit.remove());
  mark(row);
};

// MARK: The focus

const goTo = (node) => {
  node?.focus();
  if (!node || document.activeElement === node) return;
  // A heading takes the focus only from here.
  node.tabIndex = -1;
  node.focus();
};
// The field of a row that a person goes on with: the wrong one, the chosen one, the first one.
const fieldOf = (row) => row && (find("[aria-invalid]:not(fieldset)", row)
  ?? find("[type=radio]:checked", row) ?? byId(`c-${row.id.slice(2)}`) ?? fieldsOf(row)[0]
  ?? find("a[href], button, h2", row));
// Where a row or a group begins for those who come back to it.
const headOf = (id) => {
  const node = byId(id);
  return node && (node.matches(".row") ? fieldOf(node) : find("summary, h2", node));
};
const entriesOf = (row) => row ? all("li, tbody tr", row).filter((entry) => entry.checkVisibility())
  : [];
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
    if (find("[aria-invalid]:not(fieldset)", row ?? main) || place < 0 || !entries.length) {
      return headOf(id ?? group) ?? find("h1");
    }
    const isUp = value.endsWith(":up");
    if (name === "_move") {
      const ways = all("[name=_move]:enabled", entries[place + (isUp ? -1 : 1)] ?? row);
      return ways.find((way) => way.value.endsWith(isUp ? ":up" : ":down")) ?? ways[0];
    }
    const isAdded = name === "_add" && find(".new", row);
    return fieldsOf(isAdded || entries[Math.min(place, entries.length - 1)])[0];
  };
  return { button, target };
};

// MARK: Problems

let title = document.title;
const dropError = (row) => {
  others.add(row.id);
  find(".err", row)?.remove();
  for (const field of all("[aria-invalid]", row)) field.ariaInvalid = null;
  countProblems();
};
// A sentence of our own in a row: that its choice was lost, that its file is too large.
const putNote = (row, name, text) => {
  others.add(row.id);
  const note = part(name);
  const words = find("[data-words]", note);
  words.textContent = text
    ?? words.textContent.replace("{label}", () => byId(`l-${row.id.slice(2)}`).textContent);
  say(words.textContent);
  const place = find(".t", row);
  if (place) place.append(note);
  else find("legend", row).after(note);
  return note;
};
// A file over the limit is not sent: its row says so, as the server would.
const isTooLarge = (field) => [...field.files ?? []]
  .some((file) => file.size > (field.dataset.max ?? Infinity));
const refuseFiles = (rows) => rows.filter((row) => {
  const field = fieldsOf(row).find(isTooLarge);
  if (!field || find(".err[data-own]", row)) return field;
  dropError(row);
  stateOf(row).isRefused = true;
  putNote(row, "problem", field.dataset.large).id = `e-${row.id.slice(2)}`;
  field.ariaInvalid = "true";
  mark(row);
  countProblems();
  return true;
})[0];
// Where rows are saved, the way to the first one that was refused stands in the result bar.
const countProblems = () => {
  const wrong = auto ? all("#f .row[id]:has(.err)") : [];
  document.title = wrong.length ? `(${words("problems", wrong.length)}) ${title}` : title;
  all(".count").forEach((line) => line.remove());
  const here = auto && find("#pages [aria-current]", root);
  if (here) find(".wrong", here)?.remove();
  if (!wrong.length) return;
  const dot = here && part("wrong");
  if (dot) {
    find("span", dot).textContent = dot.title = words("problems", wrong.length);
    here.append(dot);
  }
  const line = part("count");
  Object.assign(find("a", line), {
    href: `#c-${wrong[0].id.slice(2)}`, textContent: words("problems", wrong.length),
  });
  find(".lines").append(line);
};

