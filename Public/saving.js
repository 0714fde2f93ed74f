// MARK: Saving

// Somebody is still typing in the empty entry of a list.
const isSent = (field) => !isTooLarge(field) && !(isAuto && field.closest(".new"));
// What stands in rows or other parts of the page, as it would be posted.
const bodyOf = (scope, more) => {
  const fields = scope.flatMap((part) => findAll("[name]:not(button)", part))
    .filter(isSent);
  const names = new Set(["_note", "_locale", ...fields.map((field) => field.name)]);
  const body = new FormData();
  for (const [name, value] of new FormData(form)) {
    if (names.has(name) && !/^_re[msv]/.test(name)) body.append(name, value);
  }
  // What waits in other rows is not a part of these.
  for (const { name, value } of fields) if (/^_re[ms]/.test(name)) body.append(name, value);
  more = { _revision: hereRevision, _typed: 1, ...more };
  // What others changed since is compared with what the person saw.
  for (const row of allRows()) {
    const { base } = stateOf(row);
    for (const { name } of base >= 0 ? fieldsOf(row) : []) {
      if (names.has(name)) more[`_revision[${name.split("[")[0]}]`] = base;
    }
  }
  for (const name in more) if (name) body.append(name, more[name]);
  return body;
};
// Requests of a row go one after the other. Each sends what stands there when its turn comes, so
// that a newer value takes the place of one that was not sent yet.
const commitRow = (row) => {
  const state = stateOf(row);
  closeEmpty(row);
  clearTimeout(state.timer);
  state.timer = 0;
  if (state.queued || !isDirty(row) || refuseFiles([row])) return;
  state.queued = true;
  // What was refused only because of others goes with them.
  send(allRows().filter((other) => other === row || isWaiting(other)));
};
const isWaiting = (row) => stateOf(row).refused && !isOpen(row) && !errorOf(row);
const send = (rows, more, scope = rows, aim) => {
  // A button works on what was saved before it was pressed.
  const run = exchange(rows, more, scope, aim, settled(more ? undefined : rows.map(stateOf)))
    .finally(() => runs.delete(run));
  runs.add(run);
  for (const row of rows) stateOf(row).last = run;
};
let busyCount = 0;
const setBusy = (rows, count) => {
  root.classList.toggle("busy", busyCount += count);
  for (const { id } of rows) {
    const state = stateOf({ id });
    const row = byId(id);
    state.busy += count;
    row?.[state.busy ? "setAttribute" : "removeAttribute"]("aria-busy", "true");
    if (row) tell(row);
  }
  guard();
};
const exchange = async (rows, more, scope, aim, before) => {
  setBusy(rows, 1);
  try {
    await before;
    for (const row of rows) {
      stateOf(row).queued = false;
      clearTimeout(stateOf(row).check);
    }
    if (more || rows.some((row) => changed(row).some(isSent))) {
      const body = bodyOf(scope, more);
      const sent = rows.map(typed);
      const isAction = Object.keys(more ?? {}).some((name) => name && name[0] !== "_");
      const undone = more?._undo;
      const sentRequest = { rows, sent, base: body.get("_revision"), aim, isAction, undone };
      await take(await post(body, shows(rows)), sentRequest);
    }
  } finally {
    setBusy(rows, -1);
  }
};
const take = async (answer, sentRequest = {}) => {
  const { rows = [], sent, base = hereRevision, aim, isAction, undone } = sentRequest;
  await still;
  const { page, status = 503, panel, url } = answer ?? {};
  if (page && findOne(".run", page)) return void watch(answer, sentRequest);
  if (status >= 500 || isOut(answer) || status >= 400 && !panel) {
    const [row] = rows;
    // A removal or reset waits in its row, too.
    if (isAuto && row && /^_re/.test(aim?.cause.name)) {
      const place = entryOf(aim.cause) ?? row;
      if (!findOne(":scope > [data-own][name]", place)) place.append(keep(aim.cause));
      mark(row);
      dress(row);
      if (place !== row) goTo(aim.target());
    }
    const lost = !answer ? "offline" : isOut(answer) ? "signedOut" : "typed";
    for (const row of rows.filter(isDirty)) {
      Object.assign(stateOf(row), { lost, tried: sent[rows.indexOf(row)] });
    }
    if (panel) return show(answer, 1);
    disconnect(answer, 1);
    if (!rows.some(isDirty)) findOne("#offline p").append(" ", wordsFor("notDone"));
    return;
  }
  for (const row of rows) stateOf(row).lost = "";
  online();
  if (!panel) return location.assign(url);
  // What others have changed again since cannot be undone: the bar says so.
  const way = status === 409 && wayOf(undone);
  if (way) {
    way.pop();
    report(findOne("#conflict-h", page).textContent, "bad");
    refresh();
    return byId("undo").replaceChildren();
  }
  // A review saves nothing; what an action refuses was saved before it ran.
  const isSaved = status === 200 ? !findOne("#review", page)
    : isAction && status === 422 && revisionOf(panel) > base;
  rows.forEach((row, index) => {
    const state = stateOf(row);
    state.refused = status > 200 && !isSaved && isDirty(row) && sent[index];
    const thereRow = byId(row.id, page);
    const isAsked = thereRow?.querySelector("[data-take]");
    // It is right by itself: another row is not.
    state.why = state.refused && !(thereRow && findOne(".err, [data-take]", thereRow))
      ? findOne("#sum li", page)?.textContent : "";
    if (state.refused) delete row.dataset.s;
    // Until it is decided it is compared with what the person had seen.
    if (status === 409 && isAsked) state.base ??= +base;
    else if (isSaved || status === 409) state.base = undefined;
    state.mode = !isSaved && isDirty(row) ? "keep"
      : isEqual(typed(row), sent[index]) && changed(row).every(isSent) ? "take" : "rebase";
  });
  for (const row of findAll(".row[id]:has(.err, .ask)", panel)) {
    stateOf(row).mode ??= unsavedIds.has(row.id) ? "keep" : "take";
  }
  // What no row asked for, like undoing, is shown where somebody is, too.
  if (!rows.length) for (const row of allRows()) if (!isDirty(row)) stateOf(row).mode = "take";
  const problemLinks = findAll("#sum li", page);
  // The page after a late failure has that in its title.
  if (status === 200 && !findOne("#status.bad", page) || !isAuto) pageTitle = page.title;
  const number = new URL(url).searchParams.get("rev");
  ours.add(+number || revisionOf(panel));
  if (status !== 409) remember(number, undone);
  learn(page);
  lastRow = rows[0]?.id ?? lastRow;
  show(answer, 1, aim);
  // An action that failed can be tried again with what was typed.
  const isDone = status === 200 && isAction && !findOne("#status.bad", page);
  const pressed = isDone && rows[0] && byId(rows[0].id);
  if (pressed) {
    for (const field of findAll("[data-inputs] [name]", pressed)) set(field, was(field));
    regard(pressed);
  }
  if (number) {
    // Those who load the page again have the way back, too.
    history.replaceState(null, "", url);
    for (const row of rows) flag(row, "saved");
  }
  const question = findOne(isAuto && rows[0] ? "#review" : "#conflict, #review, #sum");
  // A sentence below its row is not to be found behind the bar.
  const shownRows = rows.map(({ id }) => byId(id)).filter(Boolean);
  for (const row of shownRows) {
    if (errorOf(row)) showNearest(row);
    // Of the fields of a list, the wrong one is to be found.
    const wrong = wrongFieldOf(row);
    if (wrong && entryOf(wrong)?.contains(focusNode())) goTo(wrong);
  }
  const asking = shownRows.find((row) => findOne("[data-take]", row));
  if (question) question.focus();
  else if (problemLinks.length) say(problemLinks[0].textContent);
  else if (asking) say(findOne("[id^=n-]", asking).textContent);
  // What is wrong with no row here is told in the bar.
  const elsewhere = problemLinks.find((line) => !findOne("[href^='#']", line));
  if (elsewhere && isAuto) report(elsewhere.textContent, "bad");
  // The answer knows only the rows that were sent.
  if (hasRules && [...unsavedIds].some((id) => !rows.some((row) => row.id === id))) refresh();
  if (isSaved) doubt();
};
// What was refused may be right now that another row has changed: it is looked at, and sent again.
const doubt = async () => {
  // Where Save decides, nothing is sent without it.
  if (!isAuto) return;
  for (const state of states.values()) if (!(state.base >= 0)) state.refused &&= true;
  const stuck = stuckRows()
    .filter((row) => stateOf(row).refused && !isOpen(row) && !findOne(".err[data-own]", row));
  if (!stuck[0]) return;
  const isBlocked = await recheck(stuck[0]);
  const ready = stuck.filter((row) => row.isConnected && !row.contains(focusNode())
    && isDirty(row) && !errorOf(row) && !(isBlocked && stateOf(row).why));
  if (ready[0]) send(ready);
};
// The style sheet lets it fade; see `animationend`.
const flag = ({ id }, name) => byId(id)?.setAttribute("data-s", name);
// An action that takes its time tells in its row how far it is.
const watch = async (answer, sentRequest) => {
  const shownBlock = own(document.createElement("div"));
  const row = byId(sentRequest.rows?.[0]?.id);
  shownBlock.className = "run";
  (row ? findOne(".ctl", row) ?? row : findOne(".lines")).append(shownBlock);
  for (let run; (run = answer && findOne(".run", answer.page)); answer = await ask(answer.url)) {
    shownBlock.replaceChildren(...run.children);
    await new Promise((done) => setTimeout(done, 1e3));
  }
  shownBlock.remove();
  await take(answer, sentRequest);
};

// MARK: Without a connection

// What waits is sent once the server is there again. A page that asks for a sign-in is not the panel's.
const isOut = (answer) => answer?.status === 401 || /\/sign-in(\?|$)/.test(answer?.url);
let isResuming;
const online = async () => {
  const banner = byId("offline");
  const isHere = banner?.contains(focusNode());
  banner?.remove();
  if (isHere) goTo(fieldOf(stuckRows()[0]) ?? findOne("h1"));
  if (isResuming) return;
  isResuming = true;
  let count = 0;
  for (const [id, state] of states) {
    const row = byId(id);
    if (!row || !/offline|signedOut/.test(state.lost) || byId("offline")) continue;
    state.lost = "";
    // Who is still typing is not done.
    if (row.contains(focusNode()) && !isEqual(typed(row), state.tried)) continue;
    mark(row);
    commitRow(row);
    await state.last;
    count += !unsavedIds.has(id);
  }
  isResuming = false;
  guard();
  if (!count) return;
  report(wordsFor("back", count), "ok");
  say(wordsFor("back", count));
  // The button undoes the last one only.
  if (count > 1) byId("undo").replaceChildren();
};
const disconnect = (answer, isNew) => {
  const reason = !isOut(answer) && answer?.page;
  const name = isOut(answer) ? "signedOut" : "offline";
  const old = byId("offline");
  // A new sentence is read anew.
  if (!isNew && old?.dataset.t === name) return guard();
  const isHere = old?.contains(focusNode());
  old?.remove();
  const banner = part(name);
  banner.id = "offline";
  if (reason) {
    const phrase = (findOne("main", reason) ?? reason.body).textContent;
    banner.dataset.reason = findOne("p", banner).textContent = phrase;
  }
  const button = findOne("button", banner);
  if (button) button.onclick = async () => {
    const again = await refresh(0, 1);
    if (again?.panel) online();
    else disconnect(again, 1);
  };
  findOne(".lines", root).append(banner);
  if (isHere) findOne("a, button", banner).focus();
  // What was said last may not be true any more.
  hideResult();
  byId("result").hidden = false;
  countProblems();
};

// MARK: Undoing

// The revisions that this page made, and those that undid them.
const undos = [];
const redos = [];
const wayOf = (number) => number && [undos, redos].find((way) => way.at(-1) === number);
const remember = (number, undone) => {
  const from = wayOf(undone);
  from?.pop();
  if (number) (from === undos ? redos : undos).push(number);
  if (number && !from) redos.length = 0;
};
let travels;
const travel = (way) => travels = Promise.resolve(travels).then(async () => {
  for (const row of allRows()) if (stateOf(row).timer) commitRow(row);
  await settled();
  const number = way.at(-1);
  if (number) send([], { _undo: number });
  await settled();
});

// MARK: The result

// A result goes after a while; what asks or is wrong stays. Undo works by its key then, too.
let fading;
const resultParts = () => [byId("status"), byId("undo")];
const hideResult = () => {
  for (const node of resultParts()) node.hidden = true;
};
const keepResult = () => {
  clearTimeout(fading);
  const [line] = resultParts();
  const bar = byId("result");
  if (!line.firstChild || line.matches(".bad")) return;
  fading = setTimeout(async () => {
    if (document.hidden || bar.matches(":hover, :focus-within")) return keepResult();
    const isAlone = findAll(".lines > :not(#status, [hidden], :empty)", bar).length < 1;
    const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200;
    for (const node of isAlone ? [bar] : resultParts()) node.animate([{}, { opacity: 0 }], duration);
    setTimeout(hideResult, duration - 20);
  }, 8e3);
};
const report = (phrase, look) => {
  const [line, undo] = resultParts();
  const text = document.createElement("p");
  text.textContent = phrase;
  line.className = look;
  line.replaceChildren(text);
  line.hidden = undo.hidden = byId("result").hidden = false;
  keepResult();
};
// A row that the bar would cover moves on by as much.
let lastRow;
const clearBar = () => {
  const row = rowOf(focusNode()) ?? byId(lastRow);
  if (!row) return;
  const [bar, box] = [byId("result"), row].map((node) => node.getBoundingClientRect());
  const isUnder = bar.height && box.bottom > bar.top && box.top < bar.bottom
    && box.right > bar.left && box.left < bar.right;
  if (isUnder) scrollBy(0, box.bottom - bar.top + 8);
};

// MARK: What others change

// The revisions that this page made.
const ours = new Set();
const changedElsewhere = new Set();
let telling;
const hear = async ({ lastEventId, data }) => {
  // The answer that says that it is ours may still be under way.
  await settled();
  if (ours.has(+lastEventId)) return;
  const keys = Object.keys(JSON.parse(data).changed);
  const rows = rowsOf(keys);
  // What others have changed again is nothing to undo.
  if (keys.some((key) => findOne(`#undo [data-keys~="${key}"]`))) hideResult();
  // An answer may have brought it already.
  if (+lastEventId > hereRevision) {
    const unsaved = rows.filter(({ id }) => unsavedIds.has(id));
    // That a secret has changed is not to be seen in its field.
    for (const row of unsaved) stateOf(row).base ??= hereRevision;
    await refresh();
    // A page with rules comes back as typed, and does not show what others made of it.
    if (hasRules) unsaved.map(offerTheirs);
  }
  doubt();
  rows.map((row) => flag(row, "flash"));
  keys.map((key) => changedElsewhere.add(key));
  // Many changes are told together.
  telling ||= setTimeout(() => {
    say(wordsFor("elsewhere", changedElsewhere.size));
    changedElsewhere.clear();
    telling = 0;
  }, 5e3);
};
// A browser keeps few connections to a server: only the tab in front has one.
let stream;
let refreshed;
const listen = () => {
  const events = !document.hidden && told("data-events");
  if (!events) stream = stream?.close();
  if (!events || stream) return;
  stream = new EventSource(`${events}?since=${hereRevision}`);
  on("change", hear, stream);
  on("reset schema refresh", () => refresh(), stream);
  // A tab in the background, or without a connection, hears of no refresh.
  on("hello", ({ data }) => {
    const { refreshes } = JSON.parse(data);
    if (refreshes > refreshed) refresh();
    refreshed = refreshes;
  }, stream);
  // Who asks for the page of a closed panel is sent where it leads.
  on("close", async () => take(await post()), stream);
  on("open", online, stream);
  on("error", async () => {
    const answer = await post();
    if (!answer || isOut(answer)) disconnect(answer);
    // 2 is closed: the browser itself does not try again.
    if (stream?.readyState !== 2) return;
    stream = null;
    setTimeout(listen, 3e3);
  }, stream);
};
// What the server says of a row, beside all that is not saved: rows depend on others.
const check = async (row, more) => {
  const rows = allRows().filter((other) => other === row || unsavedIds.has(other.id));
  return (await post(bodyOf(rows, { ...more, _preview: "check" })))?.page;
};
// What the others made of a row that somebody is at, as the server says it.
const offerTheirs = async (row) => {
  const theirs = (await check(row))?.getElementById(row.id);
  if (!(theirs && stateOf(row).base >= 0)) return;
  // They made the same of it, or it was left meanwhile.
  if (!findOne(".err, [data-take]", theirs)) return void startFrom(row, "rebase");
  if (!errorOf(row)) dropError(theirs);
  judge(row, theirs);
};
const judge = (row, theirs) => {
  stateOf(row).mode = "keep";
  morph(byId(row.id), theirs);
  stateOf(row).mode = null;
  others.add(row.id);
};
// What is stored now is what the row differs from.
const startFrom = (row, mode) => {
  Object.assign(stateOf(row), { base: undefined, refused: false, mode });
  return refresh(1);
};
const choose = async (row, isMine) => {
  goTo(fieldOf(row));
  await startFrom(row, isMine ? "rebase" : "take");
  if (isMine && isAuto) commitRow(byId(row.id));
  else refresh();
};

