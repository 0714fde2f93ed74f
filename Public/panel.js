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
const form = byId("f") ?? main;
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
const ask = async (address, body) => {
  try {
    const answer = await fetch(address, {
      method: body ? "POST" : "GET", body, headers: { Accept: "text/html" },
      signal: AbortSignal.timeout(1e4),
    });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(trusted?.createHTML(text) ?? text, "text/html");
    return { status: answer.status, url: answer.url, page, panel: find("#f", page) };
  } catch {
    return null;
  }
};
const post = (body) => ask(told("action"), body);

// MARK: Rows and their fields

const rowOf = (node) => node.closest("#f .row[id]");
const allRows = () => all("#f .row[id]");
const rowsOf = (keys) => allRows().filter((row) => keys.includes(row.id.slice(2)));
const fieldsOf = (row) => all("[name]:not(button, [type=hidden])", row);
const isTicked = (field) => /checkbox|radio/.test(field.type);
const isChoice = (field) => /checkbox|radio|select|range|color/.test(field.type);
// Changes are told by values, never by events: who comes back to a value has changed nothing.
const is = (field) => isTicked(field) ? field.checked : field.value;
const was = (field) => isTicked(field) ? field.defaultChecked
  : field.localName !== "select" ? field.defaultValue
    : (find("[selected]", field) ?? field.options[0])?.value ?? "";
const set = (field, value) => {
  if (isTicked(field)) field.checked = value;
  else if (field.type !== "file" || !value) field.value = value;
  tellNumber(field);
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
// A scale with 0 inside is filled from there.
const fill = (field) => {
  const place = (value) => (value - field.min) / (field.max - field.min) * 100;
  if (!(field.min < 0 && field.max > 0)) return;
  const ends = [place(0), place(field.value)].sort((one, other) => one - other);
  field.style.setProperty("--from", `${ends[0]}%`);
  field.style.setProperty("--to", `${ends[1]}%`);
  field.classList.add("middle");
};
// A slider shows its number while it is moved; the words around the number stay.
const tellNumber = (field) => {
  const output = field.type === "range" && find("output", field.parentElement);
  if (!output) return;
  fill(field);
  output.textContent = output.textContent.replace(/[-−]?\d[\d.,\u00a0\u202f]*/, field.value);
  if (field.ariaValueText) field.ariaValueText = output.textContent;
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
const settled = (some = [...states.values()]) => Promise.all(some.map((state) => state.last));
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
  const note = byId("unsaved");
  note.hidden = !unsaved.size;
  note.textContent = words("unsaved", unsaved.size);
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
  find(".err", row)?.remove();
  for (const field of all("[aria-invalid]", row)) field.ariaInvalid = null;
  countProblems();
};
// A sentence of our own in a row: that its choice was lost, that its file is too large.
const putNote = (row, name, text) => {
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
// Where rows are saved, the way to the first one that was refused stands at the top.
const countProblems = () => {
  const wrong = auto ? all("#f .row[id]:has(.err)") : [];
  document.title = wrong.length ? `(${words("problems", wrong.length)}) ${title}` : title;
  find(".count")?.remove();
  if (!wrong.length) return;
  const line = part("count");
  Object.assign(find("a", line), {
    href: `#c-${wrong[0].id.slice(2)}`, textContent: words("problems", wrong.length),
  });
  find("h1").before(line);
};

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
// A row that is not saved stays in sight, whatever the others make of it.
const holdsUnsaved = (node) => [...unsaved].some((id) => {
  const row = byId(id);
  const isHeld = row && stateOf(row).mode !== "take" && bare(node).contains(row);
  if (isHeld) stateOf(row).isStale = true;
  return isHeld;
});
const morph = (some, other, mode) => {
  const [here, there] = [bare(some), bare(other)];
  if (!here.matches) return here.data === there.data || (here.data = there.data);
  const isRow = rowOf(here) === here;
  if (isRow) mode = modeOf(here);
  if (mode === "leave") return meet(here, there);
  const past = isRow && mode !== "take" && fieldsOf(here)
    .map((field) => ({ key: keyOf(field), typed: is(field), first: was(field) }));
  if (isRow && mode === "rebase" && past.length !== fieldsOf(there).length) return;
  if (isRow && mode === "take") all("[data-own][name]", here).forEach((edit) => edit.remove());
  const isField = here.matches("input, select, textarea") && rowOf(here);
  const kept = /^(data-[so]|aria-(busy|exp)|open|tabindex)/;
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
      here.insertBefore(document.importNode(want, true), at);
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
  state.isStale = true;
  // What was posted only to be looked at comes back as it was typed.
  if (rehearsed.has(row.id)) return;
  if (!isEqual(shown(row), shown(there))) state.base ??= revision;
  if (state.base >= 0) offerTheirs(row);
};
const show = ({ page, panel }, isResult, aim) => {
  const isOld = revisionOf(panel) < revision;
  if (auto) find("#sum", page)?.remove();
  for (const row of isOld ? allRows() : []) {
    const there = stateOf(row).mode && page.getElementById(row.id);
    if (there) morph(row, there);
  }
  if (!isOld) {
    const focused = document.activeElement;
    const place = focused.closest(".row[id], .group[id]")?.id;
    // What tells of a result stays until the next one.
    if (isResult) morph(main, find("#main", page));
    else morph(form, panel);
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
  for (const row of allRows()) {
    if (stateOf(row).mode || unsaved.has(row.id)) mark(row);
    stateOf(row).mode = undefined;
  }
  countProblems();
};
// The page as it is for what stands in the rows that are not saved.
let asked = 0;
let rehearsed = new Set();
const refresh = async (plain, isResult) => {
  const turn = ++asked;
  const rows = plain || !hasRules ? [] : [...unsaved].map(byId);
  const answer = await post(rows.length ? bodyOf(rows, { _preview: 1 }) : null);
  await still;
  if (!answer?.panel || turn !== asked) return answer;
  // A preview stands against what was shown first.
  if (rows.length) find("[name=_revision]", answer.panel).value = revision;
  else title = answer.page.title;
  rehearsed = new Set(rows.map((row) => row.id));
  show(answer, isResult);
  rehearsed = new Set();
  return answer;
};

// MARK: Saving

// What stands in rows or other parts of the page, as it would be posted.
const bodyOf = (scope, more) => {
  const fields = scope.flatMap((part) => all("[name]:not(button)", part))
    .filter((field) => !isTooLarge(field));
  const names = new Set(["_locale", ...fields.map((field) => field.name)]);
  const body = new FormData();
  for (const [name, value] of new FormData(form)) {
    if (names.has(name) && name !== "_revision") body.append(name, value);
  }
  const bases = allRows().filter((row) => scope.some((part) => part.contains(row)))
    .map((row) => stateOf(row).base ?? revision);
  more = { _revision: Math.min(revision, ...bases), _keeps: 1, ...more };
  for (const name in more) if (name) body.append(name, more[name]);
  return body;
};
// Requests of a row go one after the other. Each sends what stands there when its turn comes, so
// that a newer value takes the place of one that was not sent yet.
const commit = (row) => {
  const state = stateOf(row);
  clearTimeout(state.timer);
  state.timer = 0;
  if (state.isQueued || !isDirty(row) || refuseFiles([row])) return;
  state.isQueued = true;
  // What was refused only because of others goes with them.
  send(allRows().filter((other) => other === row || !isOpen(other)
    && stateOf(other).isRefused && !find(".err", other)));
};
const send = (rows, more, scope = rows, aim) => {
  // A button works on what was saved before it was pressed.
  const run = exchange(rows, more, scope, aim, settled(more ? undefined : rows.map(stateOf)));
  for (const row of rows) stateOf(row).last = run;
};
let busy = 0;
const setBusy = (rows, count) => {
  root.classList.toggle("busy", busy += count);
  for (const { id } of rows) {
    const state = stateOf({ id });
    state.busy += count;
    byId(id)?.[state.busy ? "setAttribute" : "removeAttribute"]("aria-busy", "true");
  }
  guard();
};
const exchange = async (rows, more, scope, aim, before) => {
  setBusy(rows, 1);
  await before;
  for (const row of rows) {
    stateOf(row).isQueued = false;
    clearTimeout(stateOf(row).check);
    find(".lost", row)?.remove();
  }
  if (more || rows.some(isDirty)) {
    const body = bodyOf(scope, more);
    const sent = rows.map(typed);
    const isAction = Object.keys(more ?? {}).some((name) => name && name[0] !== "_");
    await take(await post(body), { rows, sent, base: body.get("_revision"), aim, isAction });
  }
  setBusy(rows, -1);
};
const take = async (answer, request = {}) => {
  const { rows = [], sent, base = revision, aim, isAction } = request;
  await still;
  const { page, status = 503, panel, url } = answer ?? {};
  if (page && find(".run", page)) return void watch(answer, request);
  if (status >= 500 || status >= 400 && !panel) {
    lose(rows, answer ? "lost" : "unheard");
    return panel ? show(answer, 1) : disconnect(page && (find("main", page) ?? page.body));
  }
  online();
  if (!panel) return location.assign(url);
  // A review saves nothing; what an action refuses was saved before it ran.
  const isSaved = status === 200 ? !find("#review", page)
    : isAction && status === 422 && revisionOf(panel) > base;
  rows.forEach((row, index) => {
    const state = stateOf(row);
    state.isRefused = status > 200 && !isSaved && isDirty(row);
    const isAsked = page.getElementById(row.id)?.querySelector("[data-take]");
    // Until it is decided it is compared with what the person had seen.
    if (status === 409 && isAsked) state.base ??= +base;
    else if (isSaved || status === 409) state.base = undefined;
    state.mode = !isSaved && isDirty(row) ? "keep"
      : isEqual(typed(row), sent[index]) ? "take" : "rebase";
  });
  const wrong = all(".row[id]:has(.err)", panel);
  for (const row of wrong) stateOf(row).mode ??= unsaved.has(row.id) ? "keep" : "take";
  // What no row asked for, like undoing, is shown where somebody is, too.
  if (!rows.length) for (const row of allRows()) if (!isDirty(row)) stateOf(row).mode = "take";
  const problems = all("#sum li", page);
  // The page after a late failure has that in its title.
  if (status === 200 && !find("#status.bad", page) || !auto) title = page.title;
  const number = new URL(url).searchParams.get("rev");
  ours.add(+number || revisionOf(panel));
  show(answer, 1, aim);
  if (number) {
    // Those who load the page again have the way back, too.
    history.replaceState(null, "", url);
    for (const row of rows) flag(row, "saved");
  }
  const question = (!auto || !rows.length) && find("#conflict, #review, #sum");
  const asking = rows.map(({ id }) => byId(id)).find((row) => row && find("[data-take]", row));
  if (question) question.focus();
  // What is wrong with no row here is told at the top.
  else if (problems.length > wrong.length) disconnect(problems.at(-1));
  else if (problems.length) say(problems[0].textContent);
  else if (asking) say(find(".warn", asking).textContent);
  // The answer knows only the rows that were sent.
  if (hasRules && [...unsaved].some((id) => !rows.some((row) => row.id === id))) refresh();
  const doubted = isSaved && unsaved.size && allRows()
    .find((row) => find(".err:not([data-own])", row) && !unsaved.has(row.id));
  if (doubted) recheck(doubted);
};
// The style sheet lets it fade; see `animationend`.
const flag = ({ id }, name) => byId(id)?.setAttribute("data-s", name);
// An action that takes its time tells in its row how far it is.
const watch = async (answer, request) => {
  const block = own(document.createElement("div"));
  (byId(request.rows?.[0]?.id) ?? byId("undo")).append(block);
  for (let run; (run = answer && find(".run", answer.page)); answer = await ask(answer.url)) {
    block.replaceChildren(...run.children);
    await new Promise((done) => setTimeout(done, 1e3));
  }
  block.remove();
  await take(answer, request);
};

// MARK: Without a connection

// Nothing is queued unseen: a choice goes back to what is saved, and its row says so; what was
// typed stays as typed.
const lost = new Map();
const lose = (rows, reason) => {
  for (const row of rows.filter(isDirty)) {
    const choice = changed(row).every(isChoice) && typed(row);
    lost.set(row.id, choice);
    if (!choice) continue;
    restore(row);
    const note = putNote(row, reason);
    find("button", note).onclick = async () => {
      await refresh(0, 1);
      retry(row.id, choice);
      goTo(fieldOf(byId(row.id)));
    };
  }
};
const retry = (id, choice) => {
  const row = byId(id);
  if (!row) return;
  find(".lost", row)?.remove();
  if (choice) type(row, choice);
  mark(row);
  commit(row);
};
const online = () => {
  byId("offline")?.remove();
  lost.clear();
};
const disconnect = (reason) => {
  byId("offline")?.remove();
  const banner = part("offline");
  if (reason) find("p", banner).textContent = reason.textContent;
  find("button", banner).onclick = async () => {
    // The stream may be back before the page is.
    const past = [...lost];
    // What was said last may not be true any more.
    if (!await refresh(0, 1)) return;
    for (const [id, choice] of past) retry(id, choice);
    online();
  };
  find("h1").after(banner);
};

// MARK: What others change

// The revisions that this page made.
const ours = new Set();
const elsewhere = new Set();
let telling;
const hear = async ({ lastEventId, data }) => {
  // The answer that says that it is ours may still be under way.
  await settled();
  if (ours.has(+lastEventId)) return;
  const keys = Object.keys(JSON.parse(data).changed);
  const rows = rowsOf(keys);
  // That a secret has changed is not to be seen in its field.
  for (const row of rows) if (unsaved.has(row.id)) stateOf(row).base ??= revision;
  await refresh();
  // A page with rules comes back as typed, and does not show what others made of it.
  if (hasRules) for (const row of rows) if (unsaved.has(row.id)) offerTheirs(row);
  for (const row of rows) flag(row, "flash");
  for (const key of keys) elsewhere.add(key);
  // Many changes are told together.
  telling ||= setTimeout(() => {
    say(words("elsewhere", elsewhere.size));
    elsewhere.clear();
    telling = 0;
  }, 5e3);
};
// A browser keeps few connections to a server: only the tab in front has one.
let stream;
const listen = () => {
  const events = !document.hidden && told("data-events");
  if (!events) stream = stream?.close();
  if (!events || stream) return;
  stream = new EventSource(`${events}?since=${revision}`);
  on("change", hear, stream);
  on("reset schema", () => refresh(), stream);
  // Who asks for the page of a closed panel is sent where it leads.
  on("close", async () => take(await post()), stream);
  on("open", online, stream);
  on("error", async () => {
    if (!await post()) disconnect();
    // 2 is closed: the browser itself does not try again.
    if (stream?.readyState !== 2) return;
    stream = undefined;
    setTimeout(listen, 1e4);
  }, stream);
};
// What the server says of a row, beside all that is not saved: rows depend on others.
const check = async (row) => {
  const rows = allRows().filter((other) => other === row || unsaved.has(other.id));
  const base = stateOf(row).base ?? revision;
  return (await post(bodyOf(rows, { _preview: "check", _revision: base })))?.page;
};
// What the others made of a row that somebody is at, as the server says it.
const offerTheirs = async (row) => {
  const there = (await check(row))?.getElementById(row.id);
  if (!(there && stateOf(row).base >= 0)) return;
  if (!find(".err", row)) dropError(there);
  judge(row, there);
};
const judge = (row, there) => {
  stateOf(row).mode = "keep";
  morph(byId(row.id), there);
  stateOf(row).mode = undefined;
};
const choose = async (row, isMine) => {
  if (!isMine) type(row, shown(row));
  goTo(fieldOf(row));
  const mode = isMine ? "rebase" : "take";
  Object.assign(stateOf(row), { base: undefined, isRefused: false, mode });
  await refresh(1);
  if (isMine && auto) commit(byId(row.id));
  else refresh();
};

// MARK: What a person does

// Once it is wrong a row is looked at while somebody types, only to find that it is right.
const recheck = async (row) => {
  const page = await check(row);
  for (const one of page ? allRows() : []) {
    const there = find(".err:not([data-own])", one) && page.getElementById(one.id);
    if (there && !find(".err", there)) dropError(one);
  }
};
const later = (row, name, act, time) => {
  clearTimeout(stateOf(row)[name]);
  stateOf(row)[name] = setTimeout(act, time, row);
};
// A choice made with arrow keys counts when it has stood for a while.
const rest = (row) => later(row, "timer", commit, 800);
let byKeys = false;
// A scale without steps gives as many digits as there are; a movement means few of them.
const round = (field) => {
  const grain = field.dataset.grain;
  const least = field.min === "" ? 0 : +field.min;
  if (grain) field.value = +(least + Math.round((field.value - least) / grain) * grain).toFixed(9);
};
on("input", ({ target }) => {
  round(target);
  tellNumber(target);
  const row = parts && rowOf(target);
  if (!row) return;
  // Who types a value of one's own means it.
  const radio = target.closest(".own")?.querySelector("[type=radio]");
  if (radio) radio.checked = true;
  mark(row);
  if (auto && find(".err", row)) later(row, "check", recheck, 250);
});
on("change", ({ target }) => {
  const row = rowOf(target);
  if (!row) return;
  // Another file is another matter.
  if (target.type === "file") dropError(row);
  mark(row);
  if (target.type === "file" && refuseFiles([row])) return;
  if (!auto) return hasRules && refresh();
  if (isHeld(row) || isWhole(row)) return;
  if (/checkbox|file/.test(target.type)) commit(row);
  else if (isChoice(target)) (byKeys ? rest : commit)(row);
});
on("focusout", ({ target, relatedTarget }) => {
  const row = rowOf(target);
  // Who looks at another window has not left the field.
  if (!row || row.contains(relatedTarget) || !document.hasFocus()) return;
  if (auto && !isHeld(row)) commit(row);
  if (stateOf(row).isStale && !unsaved.has(row.id)) refresh();
  stateOf(row).isStale = false;
});
on("keydown", (event) => {
  const { target, key } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  byKeys ||= !isCommand;
  if (event.isComposing || event.altKey || event.shiftKey) return;
  const row = rowOf(target);
  if (row && stateOf(row).timer) rest(row);
  const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
  const details = row && byId(`i-${row.id.slice(2)}`);
  const isEnter = key === "Enter" && row && !target.matches("button, a, summary, [type=file]")
    && (isCommand || auto && target.localName !== "textarea");
  const undo = !target.matches("textarea, select, input:not([type=checkbox])")
    && find("#undo button");
  const command = isCommand && key.toLowerCase();
  if (key === "Escape" && row && auto && unsaved.has(row.id)) restore(row);
  else if (key === "Escape" && details) {
    toggleDetails(find("a.i", row));
    goTo(find("a.i", row));
  } else if (steps && target.matches("[data-step]") && !isCommand) step(row, target, steps);
  else if (command === "s" || isEnter && !auto) find(".bar .pri")?.click();
  else if (isEnter) commit(row);
  else if (command === "k") byId("q")?.select();
  else if (command === "z" && undo) undo.click();
  else return;
  event.preventDefault();
}, self);
on("click", (event) => {
  const found = event.target.closest("[data-copy], a.i, #discard, button");
  if (!found || event.ctrlKey || event.metaKey) return;
  const { copy, take, confirm } = found.dataset;
  if (found.id) isLeaving = found.id === "discard";
  if (copy) navigator.clipboard.writeText(copy).then(() => say(words("copied")));
  else if (take) choose(rowOf(found), take === "mine");
  else if (found.matches(".show")) reveal(found);
  else if (found.matches(".i")) toggleDetails(found);
  else if (confirm) askFirst(found, confirm);
  else return;
  event.preventDefault();
});
// A link waits for what is being saved, so that only what is not saved asks.
const wait = async (event, go) => {
  for (const row of allRows()) if (stateOf(row).timer) commit(row);
  if (!busy || event.defaultPrevented) return;
  event.preventDefault();
  while (busy) await settled();
  go();
};
on("click", (event) => {
  const link = event.target.closest("a[href]:not([target], [href^='#'])");
  const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey);
  if (link && isPlain) wait(event, () => link.click());
}, document);
on("submit", (event) => {
  const target = bare(event.target);
  if (target.getAttribute("method") === "get") wait(event, () => target.requestSubmit());
}, document);
const reveal = (button) => {
  const field = button.previousElementSibling;
  const isShown = field.type === "password";
  field.type = isShown ? "text" : "password";
  button.ariaPressed = isShown;
};
// The details of a row: their link leads to a page with them; here they open in place.
const toggleDetails = async (link) => {
  const row = rowOf(link);
  const id = `i-${row.id.slice(2)}`;
  const open = byId(id);
  const block = open ?? (await ask(link.href))?.page.getElementById(id);
  link.ariaExpanded = !open;
  if (open) open.remove();
  else if (block) row.append(own(block));
  else location.assign(link.href);
};
// A question before an action: the same as its page asks without scripting.
const askFirst = (button, question) => {
  const dialog = part("confirm");
  dialog.ariaLabel = question;
  const go = find("[value=go]", dialog);
  find("p", dialog).textContent = question;
  go.textContent = button.textContent;
  // A reset looks like a link in its row; as an answer it is a button.
  go.className = button.matches(".reset") ? "danger" : button.className || "pri";
  dialog.onclose = () => {
    dialog.remove();
    button.focus();
    // An action is confirmed by its own name; a reset or removal by the key that it is about.
    const key = button.name[0] === "_" ? button.value : button.name;
    if (dialog.returnValue === "go") press(button, { _confirm: key });
  };
  document.body.append(dialog);
  dialog.showModal();
};
// A button sends its own row; one that is an action, what is not saved in its group; one outside of
// the rows, the fields around it. Where nothing is saved by rows it sends all that is not saved.
const press = (button, more) => {
  const row = rowOf(button);
  if (row && change(button, row)) return;
  const fields = { ...more, [button.name]: button.value };
  const aim = aimOf(button);
  const isAlone = button.name === "_reset";
  if (!row && (auto || isAlone)) return pressOutside(button.closest("#main > *"), fields, aim);
  const others = isAlone || auto && button.name[0] === "_" ? row
    : auto ? row.closest(".group") : main;
  const rows = all(".row[id]", others).filter((one) => one !== row && isDirty(one));
  if (row) rows.unshift(row);
  const refused = refuseFiles(rows);
  if (refused) return goTo(fieldOf(refused));
  send(rows, fields, [...rows, ...auto || isAlone ? [] : all("#conflict, #review")], aim);
};
// A decision on a conflict is made with the sight of what others made of its rows.
const pressOutside = (block, fields, aim) => {
  const keys = all("[name^='_keep[']", block).map((field) => field.name.slice(6, -1));
  const rows = rowsOf(keys);
  for (const row of rows) stateOf(row).base = undefined;
  send(rows, fields, block.contains(form) || block === form ? [] : [block, ...rows], aim);
};

// MARK: What buttons change without a request

// The next number by steps, within its bounds; `undefined` where that is for the server to say.
const stepped = ({ value, dataset }, count) => {
  const point = dataset.point ?? ".";
  const text = value.trim().replace("\u2212", "-");
  if (text && !RegExp(`^-?\\d{1,12}(\\${point}\\d{1,9})?$`).test(text)) return undefined;
  const [step, start] = [dataset.step, text.replace(point, ".") || "0"];
  const digits = Math.max(...[step, start].map((number) => number.split(".")[1]?.length ?? 0));
  const [least, most] = [dataset.min ?? -Infinity, dataset.max ?? Infinity].map(Number);
  const sum = +start + step * count;
  const over = sum > most ? most : sum < least ? least : undefined;
  const steps = (over - (isFinite(least) ? least : 0)) / step;
  const isFit = over === undefined || (count > 0) === (over === least)
    || Math.abs(steps - Math.round(steps)) < 1e-9;
  const next = isFit ? over ?? sum : +start;
  return String(+next.toFixed(digits)).replace(".", point);
};
const step = (row, field, count) => {
  const next = stepped(field, count);
  if (next === undefined) return false;
  field.value = next;
  // Steps in a row are one change, like those of a slider.
  if (auto && field.parentElement.matches(".step")) rest(row);
  mark(row);
  if (!auto && hasRules) refresh();
  if (auto && find(".err", row)) later(row, "check", recheck, 250);
  return true;
};
// Where Save decides, the buttons of a list change what stands in it, and nothing is sent.
const change = (button, row) => {
  const { name, value } = button;
  if (name === "_step") {
    const field = find("[data-step]", row);
    const isDone = step(row, field, value.endsWith(":up") ? 1 : -1);
    if (isDone || auto) return isDone;
    check(row).then((page) => page && judge(row, page.getElementById(row.id)));
    return true;
  }
  if (auto || !/^_(add|move|remove)$/.test(name)) return false;
  const { target } = aimOf(button);
  const entry = button.closest("li, tr");
  if (name === "_move") {
    const entries = entriesOf(row);
    const other = entries[entries.indexOf(entry) + (value.endsWith(":up") ? -1 : 1)];
    if (other) swap(entry, other);
  } else if (name === "_add" && entry) addEntry(entry);
  else if (!button.nextElementSibling?.matches("[data-own]")) button.after(keep(button));
  mark(row);
  goTo(target());
  return true;
};
// What a button would send, sent with the rest.
const keep = ({ name, value }) =>
  Object.assign(own(document.createElement("input")), { type: "hidden", name, value });
const swap = (entry, other) => {
  const others = fieldsOf(other);
  fieldsOf(entry).forEach((field, index) => {
    const fields = [field, others[index]];
    const [types, values] = [fields.map(({ type }) => type), fields.map(is)];
    fields.forEach((one, at) => {
      const type = types[1 - at];
      const gone = one.options && fields[1 - at].selectedOptions[0];
      if (gone && ![...one.options].some((option) => option.value === gone.value))
        one.append(gone.cloneNode(true));
      if (one.localName === "input" && one.type !== type) one.type = type;
    });
    fields.forEach((one, at) => set(one, values[1 - at]));
  });
};
const addEntry = (entry) => {
  const fields = fieldsOf(entry);
  if (!fields.some((field) => is(field) !== was(field))) return;
  const next = entry.cloneNode(true);
  for (const node of all("[name], [id]", next)) {
    node.name = node.name?.replace(/\[(\d+)\]/, (_, place) => `[${+place + 1}]`);
    node.removeAttribute("id");
  }
  next.id = next.id.replace(/\d+$/, (place) => +place + 1);
  fieldsOf(next).forEach((field) => set(field, was(field)));
  entry.classList.remove("new");
  find("button", entry).remove();
  entry.after(next);
};
on("submit", async (event) => {
  const { target, submitter } = event;
  if (!parts || target !== form && target.getAttribute("method") !== "post") return;
  event.preventDefault();
  if (target !== form) take(await ask(target.getAttribute("action"), new FormData(target, submitter)));
  else if (!auto || submitter?.name) press(submitter ?? form);
  else if (find("#conflict :focus") || submitter?.closest("#conflict"))
    press(find("#conflict button"));
  else allRows().forEach(commit);
});

// MARK: The start

// A click ends on what it began on: nothing moves while a button of the pointer is down.
let still;
let release = () => {};
on("pointerdown", () => {
  byKeys = false;
  release();
  still = new Promise((done) => release = done);
}, self);
// The click itself comes after the end of the press.
on("pointerup pointercancel", () => setTimeout(release), self);
on("animationend", ({ target }) => delete target.dataset.s);
on("pageshow", ({ persisted }) => {
  isLeaving = false;
  if (!parts) return;
  allRows().forEach(mark);
  // A link to a row leads to what can be changed in it.
  const linked = byId(decodeURIComponent(location.hash.slice(1)));
  if (!persisted && linked && rowOf(linked) === linked) {
    fieldOf(linked)?.focus({ preventScroll: true });
  }
  if (persisted) refresh();
  listen();
}, self);
on("visibilitychange", listen, document);
all("[type=range]").forEach(fill);
root.classList.add("js", auto && parts ? "auto" : "js");
