// MARK: What a person does

// Once it is wrong a row is looked at while somebody types, only to find that it is right.
// Returns true when a row without a change of its own is wrong, which others wait for.
const recheck = async (row) => {
  const page = await check(row);
  if (!page) return true;
  for (const one of allRows()) {
    const theirs = findOne(".err:not([data-own])", one) && byId(one.id, page);
    if (theirs && !errorOf(theirs)) dropError(one);
    else if (theirs) morph(errorOf(one), errorOf(theirs));
  }
  const blocking = findAll(".row[id]:has(.err, .ask)", page).filter(({ id }) => !unsavedIds.has(id));
  for (const theirs of blocking) {
    const one = byId(theirs.id);
    if (one && !errorOf(one)) judge(one, theirs);
  }
  learn(page);
  const line = findOne("#sum li", page);
  for (const id of unsavedIds) {
    const state = stateOf({ id });
    if (state.why && line) state.why = line.textContent;
    tell(byId(id));
  }
  countProblems();
  return blocking.length;
};
// What was asked for and left empty is wrong.
const insist = async (row) => {
  const page = await check(row);
  const theirs = page && byId(row.id, page);
  if (!theirs || !errorOf(theirs) || isDirty(row)) return;
  learn(page);
  judge(row, theirs);
  countProblems();
};
const later = (row, name, act, time) => {
  clearTimeout(stateOf(row)[name]);
  stateOf(row)[name] = setTimeout(act, time, row);
};
// Which cells a row of a table needs, or which inputs an action, depends on others of them.
const regard = async (row) => {
  const cells = "[data-ruled] :is(td, label):has([name])";
  const more = {};
  for (const field of findAll(".new [name]:not(button)", row)) {
    if (!isTicked(field) || field.checked) more[field.name] = field.value;
  }
  const page = findOne(cells, row) && await check(row, more);
  const there = page && byId(row.id, page);
  (there ? findAll(cells, there) : []).forEach((cell, index) => findAll(cells, row)[index]
    ?.toggleAttribute("data-gone", cell.matches("[data-gone]")));
};
const checkLater = (row) => isAuto && errorOf(row) && later(row, "check", recheck, 250);
// A choice made with arrow keys counts when it has stood for a while.
const rest = (row) => later(row, "timer", commitRow, 800);
let byKeys = false;
const textSelector = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file])";
const withCommandKey = (event) => event.ctrlKey || event.metaKey;
// A scale without steps gives as many digits as there are; a movement means few of them.
const round = (field) => {
  const grain = field.dataset.grain;
  const least = field.min === "" ? 0 : +field.min;
  const near = (value) => Math.round((value - least) / grain) * grain + least;
  if (grain) field.value = +near(field.value).toFixed(9);
};
on("input", ({ target }) => {
  round(target);
  keepInStep(target);
  const row = partsOfPage && rowOf(target);
  if (!row) return;
  if (findOne("[data-pasted]", row)) dropError(row);
  findOne("[data-own][name=_reset]", row)?.remove();
  // Who types a value of one's own means it.
  const menu = target.closest(".own")?.parentNode.querySelector("select");
  if (menu) menu.value = "own";
  mark(row);
  hush(row);
  checkLater(row);
});
on("change", async ({ target }) => {
  const row = rowOf(target);
  if (!row) return;
  // Another file is another matter.
  if (target.type === "file") dropError(row);
  // A sentence that comes moves what is below it.
  if (!isAuto) await still;
  mark(row);
  regard(row);
  if (target.type === "file" && refuseFiles([row])) return;
  if (!isAuto) return hasRules && refresh();
  // A value of one's own is complete once it is left.
  if (isHeld(row) || isWhole(row) || target.closest(".own")) return;
  if (openedField(target)) return;
  if (/checkbox|file/.test(target.type)) commitRow(row);
  else if (isChoice(target)) (byKeys ? rest : commitRow)(row);
});
on("focusout", async ({ target, relatedTarget }) => {
  const row = rowOf(target);
  // Who looks at another window has not left the field.
  const isInside = row?.contains(relatedTarget)
    && !relatedTarget.matches(`.i, .menu *, ${resetPath}`);
  if (!row || isInside || !document.hasFocus()) return;
  // Leaving a row that was refused, or that waits, sends it only with other values.
  const { lost, refused, tried } = stateOf(row);
  if (isAuto && !isHeld(row) && !isEqual(typed(row), lost ? tried : refused)) commitRow(row);
  if (!isAuto) await still;
  tell(row);
  guard();
  if (row.matches("[data-asked]") && !isDirty(row)) insist(row);
  if (stateOf(row).stale && !unsavedIds.has(row.id)) refresh();
  stateOf(row).stale = false;
});
// A press elsewhere, or another key, cancels a menu that is still on its way.
let turns = 0;
on("pointerdown keydown", () => turns += 1, self);
on("keydown", (event) => {
  const { target, key } = event;
  const isCommand = withCommandKey(event);
  byKeys ||= !isCommand;
  const row = rowOf(target);
  const more = row && findOne(":scope > .i", row);
  // In a text, the other keys of a menu show that of the browser.
  if (more && (event.altKey ? key === "Enter" : isChoice(target)
    && (event.shiftKey ? key === "F10" : key === "ContextMenu"))) {
    event.preventDefault();
    return openMenu(more);
  }
  if (event.isComposing || event.altKey || findOne("dialog[open]", root)) return;
  const isText = target.matches(textSelector);
  const letter = key.toLowerCase();
  const way = isCommand && (letter === "z" ? event.shiftKey ? redos : undos
    : letter === "y" ? redos : null);
  // What is being typed is undone by the browser.
  const isTyping = isText && isChanged(target) && !(row && stateOf(row).busy);
  const isSoon = [...states.values()].some(({ busy, timer }) => busy || timer);
  if (way && (way[0] || isSoon) && !isTyping) {
    event.preventDefault();
    return travel(way);
  }
  if (key === "?" && !isText && partsOfPage) listKeys();
  if (event.shiftKey) return;
  if (/^[-\d]$/.test(key) && target.type === "range") {
    const number = pairOf(target)[1];
    number?.focus();
    number?.select();
  }
  if (row && stateOf(row).timer) rest(row);
  const end = { Home: 0, End: -1 }[key];
  const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
  const details = row && byId(idOf(row, "i"));
  const isEnter = key === "Enter" && row && !target.matches("button, a, summary, [type=file]")
    && (isCommand || target.localName !== "textarea");
  const command = isCommand && letter;
  const sub = findOne(".of[open]", root);
  const isEscape = key === "Escape";
  const entry = entryOf(target);
  if (isEscape && shownMenu) shut(true);
  else if (isEscape && sub) {
    sub.open = false;
    findOne("summary", sub).focus();
  } else if (steps && target.closest(".menu")) {
    (steps < 0 ? target.nextElementSibling : target.previousElementSibling)?.focus();
  } else if (end <= 0 && target.closest(".menu")) {
    findAll("a, button", target.closest(".menu")).at(end).focus();
  } else if (isEscape && target.id === "q" && target.value) clearSearch();
  else if (isEscape && row && isAuto && unsavedIds.has(row.id)) restore(row);
  else if (isEscape && details) {
    toggleDetails(findOne("a.i", row));
    goTo(findOne("a.i", row));
  } else if (steps && target.matches("[data-step]") && !isCommand) step(row, target, steps);
  else if (command === "s" || isEnter && isCommand && !isAuto) findOne(".bar .pri")?.click();
  // Where Save decides, Enter is done with an entry, and saves nothing.
  else if (isEnter && target.closest("[data-inputs]")) byId(idOf(row, "c")).click();
  else if (isEnter && isAuto) commitRow(row);
  else if (isEnter) entry && leaveEntry(entry);
  else if (command === "k") byId("q")?.select();
  else return;
  event.preventDefault();
}, self);
on("click", (event) => {
  const clickedPart = event.target
    .closest("[data-copy], a.i, .about, a.close, #discard, #clear, button");
  if (!clickedPart || withCommandKey(event)) return;
  const { copy, take, confirm, mark } = clickedPart.dataset;
  if (clickedPart.id) isLeaving = clickedPart.id === "discard";
  // A button of the menu still has to be sent, and tells what it has copied.
  if (shownMenu?.contains(clickedPart)) setTimeout(shut, copy ? 1500 : 0, true);
  if (copy) copyText(copy, clickedPart);
  else if (take) choose(rowOf(clickedPart), take === "mine");
  else if (mark) format(rowOf(clickedPart), mark);
  else if (clickedPart.matches(".show")) reveal(clickedPart);
  else if (clickedPart.matches("a.i")) openMenu(clickedPart);
  else if (clickedPart.matches(".about")) toggleDetails(findOne("a.i", rowOf(clickedPart)));
  // The next result shows the bar again; until then Undo works by its key.
  else if (clickedPart.matches(".close")) byId("result").hidden = true;
  else if (confirm) askFirst(clickedPart, confirm);
  else if (clickedPart.id === "clear" && pageBefore && !unsavedIds.size) clearSearch();
  else return;
  event.preventDefault();
}, root);
// Without encryption a browser lets only what is selected be copied.
const copyText = async (text, button) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    button.after(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  const label = button.textContent;
  const done = wordsFor("copied");
  button.textContent = done;
  say(done);
  setTimeout(() => button.textContent = label, 1500);
};
// A link waits for what is being saved, so that only what is not saved asks.
const wait = async (event, go) => {
  for (const row of allRows()) if (stateOf(row).timer) commitRow(row);
  if (!busyCount || event.defaultPrevented) return;
  event.preventDefault();
  while (busyCount) await settled();
  go();
};
on("click", (event) => {
  const link = event.target.closest("a[href]:not([target], [href^='#'])");
  const isPlain = !(event.button || withCommandKey(event) || event.shiftKey);
  if (link && isPlain) wait(event, () => link.click());
}, document);
on("submit", (event) => {
  const target = bare(event.target);
  // The page that Enter leads to is on its way.
  clearTimeout(seeking);
  sought += 1;
  if (target.contains(byId("q")) && (unsavedIds.size || byId("offline"))) {
    event.preventDefault();
    seek();
  } else if (target.method === "get") wait(event, () => target.requestSubmit());
}, document);
// A mark goes around the selected text, and away where it is; without "…" it begins each line.
const format = (row, mark) => {
  const field = findOne("textarea", row);
  const { selectionEnd, selectionStart, value } = field;
  const [before, after] = mark.split("…");
  const start = after ? selectionStart : value.lastIndexOf("\n", selectionStart - 1) + 1;
  const text = value.slice(start, selectionEnd);
  // Of "**", neither star is a mark of its own.
  const isOther = before === "*" && /(^|[^*])\*\*$/.test(value.slice(0, start));
  const isMarked = after && !isOther && value.slice(0, start).endsWith(before)
    && value.startsWith(after, selectionEnd);
  const put = (from, to, more) => {
    field.focus();
    field.setSelectionRange(from, to);
    // The one way that leaves Undo of the browser as it was.
    document.execCommand("insertText", false, more);
  };
  if (isMarked) put(start - before.length, selectionEnd + after.length, text);
  else put(start, selectionEnd, after ? before + text + after : text.replace(/^/gm, before));
  const from = start + before.length * (isMarked ? -1 : 1);
  if (after) field.setSelectionRange(from, from + text.length);
};
const reveal = (button) => {
  const field = button.previousElementSibling;
  const { mask } = field.dataset;
  const isShown = mask ? mask === "on" : field.type === "password";
  if (mask) field.dataset.mask = isShown ? "off" : "on";
  else field.type = isShown ? "text" : "password";
  button.ariaPressed = isShown;
};
// Of several lines a browser makes one, which nobody sees behind dots.
on("paste drop", (event) => {
  const { clipboardData, dataTransfer, target } = event;
  const text = (clipboardData ?? dataTransfer)?.getData("text").trim();
  if (!target.matches("input:has(+.show)") || !/[\r\n\u2028\u2029]/.test(text)) return;
  event.preventDefault();
  const row = rowOf(target);
  dropError(row);
  const label = byId(idOf(row, "l")).textContent;
  putNote(row, wordsFor("lines", 1, { label })).dataset.pasted = "";
  target.ariaInvalid = "true";
  countProblems();
});
// The details of a row: their link leads to a page with them; here they open in place.
const toggleDetails = async (link) => {
  const row = rowOf(link);
  const id = idOf(row, "i");
  const open = byId(id);
  const answer = open ?? await ask(link.href);
  const shownBlock = open ?? answer?.page.getElementById(id);
  link.ariaExpanded = !open;
  if (open) open.remove();
  else if (shownBlock) {
    findOne(".menu", shownBlock).remove();
    row.append(own(shownBlock));
  } else leadTo(link, answer);
};
// A page that shows what this one cannot; without an answer, or a session, this one stays.
const leadTo = ({ href }, answer) =>
  !answer || isOut(answer) ? disconnect(answer, 1) : location.assign(href);
// The menu of a row is a part of the details that its link leads to.
let shownMenu;
const shut = (isBack) => {
  const link = shownMenu && findOne("a.i", rowOf(shownMenu));
  shownMenu?.remove();
  shownMenu = null;
  if (!link) return;
  link.ariaExpanded = null;
  if (isBack) link.focus();
};
const openMenu = async (link) => {
  const row = rowOf(link);
  const isOpen = shownMenu && row.contains(shownMenu);
  shut();
  if (isOpen) return;
  if (byId(idOf(row, "i"))) return toggleDetails(link);
  const turn = turns;
  const answer = await ask(link.href);
  if (turn !== turns) return;
  const shownBlock = findOne(".rich > .menu", answer?.page ?? document);
  if (!shownBlock) return leadTo(link, answer);
  shut();
  shownMenu = own(shownBlock);
  link.ariaExpanded = true;
  link.after(shownMenu);
  showNearest(shownMenu);
  shownMenu.firstChild.focus();
};
// A menu closes when somebody goes on elsewhere.
on("pointerdown focusin", ({ target }) => {
  if (!target.closest || target.closest("dialog")) return;
  for (const sub of findAll(".of[open]", root)) if (!sub.contains(target)) sub.open = false;
  if (shownMenu && !shownMenu.contains(target) && !target.closest("a.i")) shut();
  if (target.id === "q" && !pageBefore) above = scrollY;
}, self);
// Of what is beside a field, only the button that resets it, and the one that shows what was typed, are in the order of
// Tab, in the row with the focus. The menu has a key, as have steps; digits lead from a scale to its number.
const resetPath = ":is(.row, .field) > .reset";
const hush = (row) => {
  dress(row);
  if (!fieldsOf(row).length && !byId(idOf(row, "c"))) return;
  const isNear = row.contains(focusNode());
  for (const button of findAll(
    `:scope > .i, ${resetPath}, .show, [name=_step], [name$='[typed]']`, row)) {
    const isStop = button.matches(".reset") || button.previousElementSibling?.value
      && button.matches(".show");
    button.tabIndex = isNear && isStop ? 0 : -1;
  }
};
// Without scripting there are no such keys to tell of.
const isMac = /^Mac|^iP/.test(navigator.platform);
const asHere = (keys) => isMac ? keys.replace(wordsFor("control"), "⌘") : keys;
const showKeys = () => {
  for (const node of findAll("[data-title]", root)) node.title = asHere(node.dataset.title);
  for (const node of findAll("[data-key]", root)) node.dataset.key = asHere(node.dataset.key);
  for (const node of findAll("kbd", root)) node.textContent = asHere(node.textContent);
};
const showDialog = (dialog) => {
  on("close", () => dialog.remove(), dialog);
  pageBody.append(dialog);
  showKeys();
  dialog.showModal();
};
const listKeys = async () => {
  const [here, href] = [focusNode(), told("data-keys")];
  const answer = await ask(href);
  // Who has gone on needs no list any more.
  if (here !== focusNode()) return;
  const dialog = answer && findOne("dialog", answer.page);
  if (!dialog) return leadTo({ href }, answer);
  dialog.open = false;
  findOne("form", dialog).method = "dialog";
  showDialog(dialog);
};
const begin = () => {
  allRows().forEach(hush);
  showKeys();
  findAll("[type=color]").forEach(fill);
};
let near;
on("focusin", async ({ target }) => {
  const row = target.closest && rowOf(target);
  const past = near;
  near = row;
  // What closes moves what is pressed.
  await still;
  for (const one of past === row ? [] : [past, row]) if (one?.isConnected) hush(one);
}, self);
// A question before an action: the same as its page asks without scripting.
const askFirst = (button, question) => {
  const askDialog = part("confirm");
  askDialog.ariaLabel = question;
  const go = findOne("[value=go]", askDialog);
  const phrase = findOne("p", askDialog);
  // What a menu would reset is listed; the menu itself closes.
  const menu = button.closest(".menu")?.parentNode;
  const list = menu && findOne("ul", menu);
  phrase.textContent = question;
  if (list) phrase.after(list.cloneNode(true));
  if (menu) menu.open = false;
  go.textContent = button.textContent;
  // A reset looks like a link in its row; as an answer it is a button.
  go.className = button.matches(".reset, [name=_reset]") ? "danger" : button.className || "pri";
  askDialog.onclose = () => {
    (menu && findOne(".i", menu) || button).focus();
    // An action is confirmed by its own name; a reset or removal by the key that it is about.
    const key = button.name[0] === "_" ? button.value : button.name;
    if (askDialog.returnValue === "go") press(button, { _confirm: key });
  };
  showDialog(askDialog);
};
// A button sends its own row; one that is an action, what is not saved in its group; one outside of
// the rows, the fields around it. Where nothing is saved by rows it sends all that is not saved.
const press = (button, more) => {
  const row = rowOf(button);
  if (row && change(button, row)) return;
  if (row) closeEmpty(row);
  const fields = { ...more, [button.name]: button.value };
  const aim = aimOf(button);
  const isAlone = button.name === "_reset";
  if (!row && (isAuto || isAlone)) {
    return pressOutside(button.closest("#main > *, #result") ?? pageHead, fields, aim);
  }
  const others = isAlone || isAuto && button.name[0] === "_" ? row
    : isAuto ? row.closest(".group") : main;
  const rows = findAll(".row[id]", others).filter((one) => one !== row && isDirty(one));
  if (row) rows.unshift(row);
  const refused = refuseFiles(rows);
  if (refused) return goTo(fieldOf(refused));
  send(rows, fields, [...rows, ...isAuto || isAlone ? [] : findAll("#conflict, #review")], aim);
};
// A decision on a conflict is made with the sight of what others made of its rows.
const pressOutside = (shownBlock, fields, aim) => {
  const keys = findAll("[name^='_keep[']", shownBlock).map((field) => field.name.slice(6, -1));
  // The answer to a question about what rows would do sends those rows.
  const isAnswer = fields._confirm && !fields._reset && !fields._clear;
  const rows = isAnswer ? allRows().filter(isDirty) : rowsOf(keys);
  if (!isAnswer) for (const row of rows) stateOf(row).base = undefined;
  const isForm = shownBlock.contains(form) || shownBlock === form;
  send(rows, fields, isForm ? [] : [shownBlock, ...rows], aim);
};

// MARK: What buttons change without a request

// The next number by steps, within its bounds; nothing where that is for the server to say.
const stepped = ({ value, dataset }, count) => {
  const point = dataset.point ?? ".";
  const text = value.trim().replace("\u2212", "-");
  if (text && !RegExp(`^-?\\d{1,12}(\\${point}\\d{1,9})?$`).test(text)) return;
  const [step, start] = [dataset.step, text.replace(point, ".") || "0"];
  const digits = Math.max(...[step, start].map((number) => number.split(".")[1]?.length ?? 0));
  const [least, most] = [dataset.min ?? -Infinity, dataset.max ?? Infinity].map(Number);
  const sum = +start + step * count;
  const over = sum > most ? most : sum < least ? least : null;
  const steps = (over - (isFinite(least) ? least : 0)) / step;
  const isFit = over == null || count > 0 === (over === least)
    || Math.abs(steps - Math.round(steps)) < 1e-9;
  const next = isFit ? over ?? sum : +start;
  return String(+next.toFixed(digits)).replace(".", point);
};
const step = (row, field, count) => {
  const next = stepped(field, count);
  if (next == null) return;
  field.value = next;
  keepInStep(field);
  // Steps in a row are one change, like those of a slider.
  if (isAuto && field.parentElement.matches(".step")) rest(row);
  mark(row);
  if (!isAuto && hasRules) refresh();
  checkLater(row);
  return true;
};
// A step, or an entry of a list, may need no request.
const change = (button, row) => {
  const { name, value } = button;
  if (name === "_step") {
    const field = findOne("[data-step]", row);
    const isDone = step(row, field, value.endsWith(":up") ? 1 : -1);
    if (isDone || isAuto) return isDone;
    check(row).then((page) => page && judge(row, byId(row.id, page)));
    return true;
  }
  return changeEntries(button, row);
};
on("submit", async (event) => {
  const { target, submitter } = event;
  if (!partsOfPage || target !== form && target.getAttribute("method") !== "post") return;
  event.preventDefault();
  const body = new FormData(target, submitter);
  const address = target.getAttribute("action");
  const answer = target !== form && await ask(address, body);
  // What a profile would change is shown on its own page, where it cannot be used as a whole.
  if (answer?.status >= 400 && target.closest("#chips")) location.assign(address);
  else if (target !== form) take(answer);
  else if (!isAuto || submitter?.name) press(submitter ?? form);
  else if (findOne("#conflict :focus") || submitter?.closest("#conflict"))
    press(findOne("#conflict button"));
  else allRows().forEach(commitRow);
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
on("animationend", ({ target }) => delete (rowOf(target) ?? target).dataset.s);
on("pageshow", ({ persisted }) => {
  isLeaving = false;
  if (!partsOfPage) return;
  allRows().filter(isDirty).forEach(mark);
  begin();
  // A link to a row leads to what can be changed in it.
  const linked = byId(decodeURIComponent(location.hash.slice(1)));
  if (!persisted && linked && rowOf(linked) === linked) {
    fieldOf(linked)?.focus({ preventScroll: true });
  }
  if (persisted || findOne("#keep time", root)) refresh();
  keepResult();
  listen();
}, self);
on("visibilitychange", listen, document);
// Of a list of groups, the one in view is marked; the list keeps it in view, too.
let drawn;
const keepInList = (link) => link?.closest("#pages:not(:hover)") && showNearest(link);
const follow = () => {
  drawn = 0;
  const links = findAll("#pages a[href^='#']", root);
  const isEnd = scrollY + innerHeight > root.scrollHeight - 2;
  const shownLink = links.findLast(({ hash }) => byId(decodeURIComponent(hash.slice(1)))
    ?.getBoundingClientRect().top < innerHeight / (isEnd ? 1 : 3)) ?? links[0];
  if (shownLink?.ariaCurrent) return;
  for (const link of links) link.ariaCurrent = link === shownLink ? "location" : null;
  keepInList(shownLink);
};
keepInList(findOne("#pages [aria-current=page]", root));
on("scroll", () => drawn ||= requestAnimationFrame(follow), self);
follow();
const firstUndo = partsOfPage && findOne("#undo button", root);
if (firstUndo) ("redo" in firstUndo.dataset ? redos : undos).push(firstUndo.value);
if (byId("result")) new ResizeObserver(clearBar).observe(byId("result"));
root.classList.add("js", isAuto && partsOfPage ? "auto" : "js");
