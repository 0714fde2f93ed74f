// MARK: Saving

// What stands in rows or other parts of the page, as it would be posted.
const bodyOf = (scope, more) => {
  const fields = scope.flatMap((part) => findAll("[name]:not(button)", part))
    .filter((field) => !isTooLarge(field));
  const names = new Set(["_locale", ...fields.map((field) => field.name)]);
  const body = new FormData();
  for (const [name, value] of new FormData(form)) {
    if (names.has(name) && name !== "_revision") body.append(name, value);
  }
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
  clearTimeout(state.timer);
  state.timer = 0;
  if (state.queued || !isDirty(row) || refuseFiles([row])) return;
  state.queued = true;
  // What was refused only because of others goes with them.
  send(allRows().filter((other) => other === row || !isOpen(other)
    && stateOf(other).refused && !errorOf(other)));
};
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
    state.busy += count;
    byId(id)?.[state.busy ? "setAttribute" : "removeAttribute"]("aria-busy", "true");
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
      findOne(".lost", row)?.remove();
    }
    if (more || rows.some(isDirty)) {
      const body = bodyOf(scope, more);
      const sent = rows.map(typed);
      const isAction = Object.keys(more ?? {}).some((name) => name && name[0] !== "_");
      const sentRequest = { rows, sent, base: body.get("_revision"), aim, isAction };
      await take(await post(body, shows(rows)), sentRequest);
    }
  } finally {
    setBusy(rows, -1);
  }
};
const take = async (answer, sentRequest = {}) => {
  const { rows = [], sent, base = hereRevision, aim, isAction } = sentRequest;
  await still;
  const { page, status = 503, panel, url } = answer ?? {};
  if (page && findOne(".run", page)) return void watch(answer, sentRequest);
  if (status >= 500 || status >= 400 && !panel) {
    lose(rows, answer ? "lost" : "unheard");
    return panel ? show(answer, 1) : disconnect(page && (findOne("main", page) ?? page.body));
  }
  online();
  if (!panel) return location.assign(url);
  // A review saves nothing; what an action refuses was saved before it ran.
  const isSaved = status === 200 ? !findOne("#review", page)
    : isAction && status === 422 && revisionOf(panel) > base;
  rows.forEach((row, index) => {
    const state = stateOf(row);
    state.refused = status > 200 && !isSaved && isDirty(row) && sent[index];
    const isAsked = byId(row.id, page)?.querySelector("[data-take]");
    // Until it is decided it is compared with what the person had seen.
    if (status === 409 && isAsked) state.base ??= +base;
    else if (isSaved || status === 409) state.base = undefined;
    state.mode = !isSaved && isDirty(row) ? "keep"
      : isEqual(typed(row), sent[index]) ? "take" : "rebase";
  });
  const wrongRows = findAll(".row[id]:has(.err)", panel);
  for (const row of wrongRows) stateOf(row).mode ??= unsavedIds.has(row.id) ? "keep" : "take";
  // What no row asked for, like undoing, is shown where somebody is, too.
  if (!rows.length) for (const row of allRows()) if (!isDirty(row)) stateOf(row).mode = "take";
  const problemLinks = findAll("#sum li", page);
  // The page after a late failure has that in its title.
  if (status === 200 && !findOne("#status.bad", page) || !isAuto) pageTitle = page.title;
  const number = new URL(url).searchParams.get("rev");
  ours.add(+number || revisionOf(panel));
  show(answer, 1, aim);
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
  }
  const asking = shownRows.find((row) => findOne("[data-take]", row));
  if (question) question.focus();
  // What is wrong with no row here is told at the top.
  else if (problemLinks.length > wrongRows.length) disconnect(problemLinks.at(-1));
  else if (problemLinks.length) say(problemLinks[0].textContent);
  else if (asking) say(findOne(".warn", asking).textContent);
  // The answer knows only the rows that were sent.
  if (hasRules && [...unsavedIds].some((id) => !rows.some((row) => row.id === id))) refresh();
  if (isSaved) doubt();
};
// What was refused may be right now that another row has changed: it is looked at, and sent again.
const doubt = () => {
  for (const state of states.values()) if (!(state.base >= 0)) state.refused &&= true;
  const row = unsavedIds.size && findOne("#f .row:has(.err:not([data-own]))");
  if (row) recheck(row);
};
// The style sheet lets it fade; see `animationend`.
const flag = ({ id }, name) => byId(id)?.setAttribute("data-s", name);
// An action that takes its time tells in its row how far it is.
const watch = async (answer, sentRequest) => {
  const shownBlock = own(document.createElement("div"));
  (byId(sentRequest.rows?.[0]?.id) ?? findOne(".lines")).append(shownBlock);
  for (let run; (run = answer && findOne(".run", answer.page)); answer = await ask(answer.url)) {
    shownBlock.replaceChildren(...run.children);
    await new Promise((done) => setTimeout(done, 1e3));
  }
  shownBlock.remove();
  await take(answer, sentRequest);
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
    findOne("button", note).onclick = async () => {
      await refresh(0, 1);
      retry(row.id, choice);
      goTo(fieldOf(byId(row.id)));
    };
  }
};
const retry = (id, choice) => {
  const row = byId(id);
  if (!row) return;
  findOne(".lost", row)?.remove();
  if (choice) type(row, choice);
  mark(row);
  commitRow(row);
};
const online = () => {
  byId("offline")?.remove();
  lost.clear();
};
const disconnect = (reason) => {
  byId("offline")?.remove();
  const banner = part("offline");
  if (reason) findOne("p", banner).textContent = reason.textContent;
  findOne("button", banner).onclick = async () => {
    // The stream may be back before the page is.
    const past = [...lost];
    // What was said last may not be true any more.
    if (!await refresh(0, 1)) return;
    for (const [id, choice] of past) retry(id, choice);
    online();
  };
  findOne(".lines").append(banner);
  byId("result").hidden = false;
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
    if (!await post()) disconnect();
    // 2 is closed: the browser itself does not try again.
    if (stream?.readyState !== 2) return;
    stream = null;
    setTimeout(listen, 3e3);
  }, stream);
};
// What the server says of a row, beside all that is not saved: rows depend on others.
const check = async (row) => {
  const rows = allRows().filter((other) => other === row || unsavedIds.has(other.id));
  return (await post(bodyOf(rows, { _preview: "check" })))?.page;
};
// What the others made of a row that somebody is at, as the server says it.
const offerTheirs = async (row) => {
  const theirs = (await check(row))?.getElementById(row.id);
  if (!(theirs && stateOf(row).base >= 0)) return;
  // Meanwhile the row may have been left.
  if (modeOf(row) === "take") return void refresh();
  if (!errorOf(row)) dropError(theirs);
  judge(row, theirs);
};
const judge = (row, theirs) => {
  stateOf(row).mode = "keep";
  morph(byId(row.id), theirs);
  stateOf(row).mode = null;
  others.add(row.id);
};
const choose = async (row, isMine) => {
  if (!isMine) type(row, shown(row));
  goTo(fieldOf(row));
  const mode = isMine ? "rebase" : "take";
  Object.assign(stateOf(row), { base: undefined, refused: false, mode });
  await refresh(1);
  if (isMine && isAuto) commitRow(byId(row.id));
  else refresh();
};

