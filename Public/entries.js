// MARK: Lists and tables

// At rest an entry is text, with one stop for Tab: its handle. Its fields are in the order of Tab
// while somebody is in the entry.
const entryOf = (node) => node.closest?.(entryPath);
const gripOf = (entry) => findOne(".grip", entry);
const isEntered = (entry) => "open" in entry.dataset;
const isFilled = (entry) => fieldsOf(entry).some(isChanged);
const emptyOf = (row) => findAll(".new", row).at(-1);
// What stands in the fields, as one reads it in a line.
const cellText = (field) => {
  const { type, value } = field;
  const { label = field.ariaLabel, unit } = field.closest("td")?.dataset ?? {};
  if (isTicked(field)) return field.checked ? label : "";
  if (field.dataset.mask) return value && "••••••••";
  const [day, time] = type === "time" ? ["1970-01-01", value] : value.split("T");
  const text = value && /^(date|time)/.test(type)
    ? new Date(`${day}T${time ?? "00:00"}Z`).toLocaleString(root.lang, {
      timeZone: "UTC", numberingSystem: "latn", ...type !== "time" && { dateStyle: "medium" },
      ...time && { timeStyle: time[5] ? "medium" : "short" },
    }) : field.selectedOptions?.[0]?.text ?? value;
  return text && unit ? `${text} ${unit}` : text;
};
const textsOf = (entry) => {
  // A color is for the eyes.
  const fields = fieldsOf(entry).filter(({ type }) => !entry.matches("tr") || type !== "color");
  const texts = fields.map(cellText).filter(Boolean);
  return texts[0] ? texts : [fieldsOf(entry)[0]?.ariaLabel];
};
const setStops = (entry) => {
  const isHere = isEntered(entry);
  for (const stop of findAll("[name]:not([type=hidden])", entry)) stop.tabIndex = isHere ? 0 : -1;
  const line = findOne(".brief", entry);
  if (line) line.ariaExpanded = isHere;
};
const dress = (row) => {
  const entries = findAll(entryPath, row);
  for (const entry of entries) {
    const isHere = entry.contains(focusNode());
    if (!isHere && entry.matches(".draft") && !isFilled(entry)) {
      dropDraft(entry);
      continue;
    }
    // What Cancel brings back.
    if (!entry.kept || !isFilled(entry)) entry.kept = shown(entry);
    if (!gripOf(entry)) {
      (findOne("td", entry) ?? entry)
        .prepend(part("grip"), ...entry.matches("tr") ? [part("brief")] : []);
    }
    const line = findOne(".brief", entry);
    const text = textsOf(entry).join(" · ");
    gripOf(entry).ariaLabel = text;
    if (line) findOne("span", line).textContent = text;
    if (!isHere && !isFilled(entry)) delete entry.dataset.open;
    setStops(entry);
  }
  const { least, why } = findOne("[data-least]", row)?.dataset ?? {};
  const isLeast = least && entriesOf(row).length <= least;
  for (const button of least ? findAll(".del", row) : []) {
    const isOff = isLeast && entryOf(button)?.matches(":not(.new, .draft)");
    button.disabled = isOff;
    button[isOff ? "setAttribute" : "removeAttribute"]("title", why);
  }
  const table = findOne(".scroll", row);
  if (table && entries[0]) table.tabIndex = table.scrollWidth > table.clientWidth ? 0 : -1;
};
const openEntry = (entry) => {
  if (!findOne(".leave", entry)) findOne(".acts", entry).before(part("leave"));
  entry.dataset.open = "";
  setStops(entry);
};
const enter = (entry) => {
  openEntry(entry);
  const field = wrongFieldOf(entry) ?? fieldsOf(entry)[0];
  field.focus();
  field.select?.();
};
// Where one stands beside an entry: at its handle, at the line that stands for a narrow row, or,
// without an entry, where one is added.
const standBy = (row, entry) => {
  const [line, add] = [entry && findOne(".brief", entry), findOne(".add", row)];
  const isGoing = entry?.matches(".new, .draft") && !isFilled(entry);
  goTo(!entry || isGoing ? add : line?.checkVisibility() ? line : gripOf(entry));
};
on("focusin", ({ target }) => {
  const entry = target.matches("input, select, textarea") && entryOf(target);
  if (entry) openEntry(entry);
});
on("focusout", async ({ target, relatedTarget }) => {
  const entry = entryOf(target);
  if (!entry || entry.contains(relatedTarget) || !document.hasFocus()) return;
  if (lifted?.node === entry) drop(true);
  await still;
  if (rowOf(entry) && !entry.contains(focusNode())) dress(rowOf(entry));
});
on("click", ({ target }) => {
  const entry = entryOf(target);
  const isMoved = wasDragged;
  wasDragged = false;
  // The field that a problem leads to may be that of the empty entry.
  const linked = target.closest("a[href^='#c-']");
  const empty = linked && entryOf(byId(linked.hash.slice(1)) ?? main);
  if (empty) enter(empty);
  if (!entry || isMoved) return;
  if (target.matches(".leave *")) {
    // Cancel has a value.
    if (target.value) return cancelEntry(entry);
    leaveEntry(entry);
    if (isAuto) commitRow(rowOf(entry));
  } else if (target.closest(".brief") && isEntered(entry)) {
    delete entry.dataset.open;
    setStops(entry);
  } else if (target.closest(".brief, .grip")) enter(entry);
  else if (target.matches("td, li")) findOne("input, select, textarea", target)?.focus();
});

// MARK: Moving an entry

// While an entry is moved the others make room for it; the focus stays on its handle. Then all is
// put back, and what stands in the fields goes to the new places.
let lifted;
let wasDragged = false;
const tellPlace = (entry) => {
  const all = entriesOf(rowOf(entry));
  say(wordsFor("place", all.length, { label: textsOf(entry)[0], number: all.indexOf(entry) + 1 }));
};
const lift = (entry) => {
  lifted = { node: entry, from: entriesOf(rowOf(entry)).indexOf(entry) };
  gripOf(entry).ariaPressed = "true";
  // Nothing new comes in between.
  release();
  still = new Promise((done) => release = done);
  tellPlace(entry);
};
const carry = (to) => {
  const entry = lifted.node;
  const all = entriesOf(rowOf(entry));
  const at = all.indexOf(entry);
  const place = Math.min(Math.max(to, 0), all.length - 1);
  if (place > at) entry.before(...all.slice(at + 1, place + 1));
  else if (place < at) entry.after(...all.slice(place, at));
  return place !== at;
};
const drop = (isBack) => {
  const { node: entry, from } = lifted;
  const row = rowOf(entry);
  const to = entriesOf(row).indexOf(entry);
  carry(from);
  lifted = null;
  gripOf(entry).ariaPressed = null;
  release();
  if (isBack || to === from) return tellPlace(entry);
  const all = entriesOf(row);
  const step = Math.sign(to - from);
  for (let at = from; at !== to; at += step) swap(all[at], all[at + step]);
  mark(row);
  dress(row);
  goTo(gripOf(all[to]));
  tellPlace(all[to]);
  if (isAuto) commitRow(row);
  else if (hasRules) refresh();
};
const swap = (entry, other) => {
  [entry.kept, other.kept] = [other.kept, entry.kept];
  const others = fieldsOf(other);
  fieldsOf(entry).forEach((field, index) => {
    const fields = [field, others[index]];
    const types = fields.map(({ type }) => type);
    const values = fields.map(is);
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
const isSpaceOnGrip = ({ target, key }) => key === " " && target.matches(".grip");
on("keydown", (event) => {
  const { target, key } = event;
  const entry = entryOf(target);
  const isPlain = !(withCommandKey(event) || event.altKey || event.shiftKey || event.isComposing);
  if (!entry || !isPlain) return;
  const step = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[key];
  if (lifted && step) {
    const at = entriesOf(rowOf(entry)).indexOf(entry);
    if (carry(at + step)) {
      showNearest(entry);
      tellPlace(entry);
    }
  } else if (lifted && /^( |Enter|Escape)$/.test(key)) drop(key === "Escape");
  else if (isSpaceOnGrip(event)) lift(entry);
  else if (key === "F2" && target.matches(".grip, .brief")) enter(entry);
  else if (key === "Escape" && isEntered(entry)) cancelEntry(entry);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, self);
on("keyup", (event) => isSpaceOnGrip(event) && event.preventDefault());
const cancelEntry = (entry) => {
  fieldsOf(entry).forEach((field, at) => set(field, entry.kept[at]));
  mark(rowOf(entry));
  leaveEntry(entry);
};
const leaveEntry = (entry) => {
  const row = rowOf(entry);
  if (entry.matches(".new") && isFilled(entry)) addEntry(entry);
  if (!isAuto) entry.kept = typed(entry);
  standBy(row, entry);
  delete entry.dataset.open;
  dress(row);
};
let dragged;
on("pointerdown", (event) => {
  const grip = !event.button && event.target.closest(".grip");
  wasDragged = false;
  if (!grip) return;
  grip.setPointerCapture(event.pointerId);
  dragged = { node: entryOf(grip), top: event.clientY };
});
on("pointermove", ({ clientY }) => {
  if (!dragged) return;
  const { node: entry, top } = dragged;
  if (!lifted && Math.abs(clientY - top) < 4) return;
  if (!lifted) lift(entry);
  wasDragged = true;
  const isAbove = (other) => {
    const box = other.getBoundingClientRect();
    return other !== entry && box.top + box.height / 2 < clientY;
  };
  if (carry(entriesOf(rowOf(entry)).filter(isAbove).length)) tellPlace(entry);
});
on("pointerup pointercancel", ({ type }) => {
  if (dragged && lifted) drop(type === "pointercancel");
  dragged = null;
});

// MARK: Adding and removing entries

// What a button would send, sent with the rest.
const keep = ({ name, value }) =>
  Object.assign(own(document.createElement("input")), { type: "hidden", name, value });
const placeOf = ({ id }) => id.match(/\d+$/);
const renumber = (entry, by) => {
  for (const node of findAll("[name], [id]", entry)) {
    node.name = node.name?.replace(/\[(\d+)\]/, (_, place) => `[${+place + by}]`);
    node.removeAttribute("id");
  }
  entry.id = entry.id.replace(/\d+$/, (place) => +place + by);
};
const addEntry = (entry) => {
  const next = entry.cloneNode(true);
  renumber(next, 1);
  delete next.dataset.open;
  fieldsOf(next).forEach((field) => set(field, was(field)));
  next.kept = shown(next);
  entry.classList.replace("new", "draft");
  entry.after(next);
};
// Only what is complete is sent: where rows are saved, what was typed into the empty entry is no longer in it then.
const closeEmpty = (row) => {
  const empty = isAuto && emptyOf(row);
  if (empty && isFilled(empty)) addEntry(empty);
};
const dropDraft = (entry) => {
  for (let next = entry; (next = next.nextElementSibling);) renumber(next, -1);
  entry.remove();
};
// True when no request is needed: the empty entry is shown, or one that was never saved goes. Where
// Save decides, nothing is sent at all.
const changeEntries = (button, row) => {
  const entry = entryOf(button);
  if (button.matches(".add")) {
    const empty = emptyOf(row);
    if (!empty) return false;
    if (isFilled(empty)) (isAuto ? commitRow : addEntry)(isAuto ? row : empty);
    enter(emptyOf(row));
    return true;
  }
  const isUnsaved = entry?.matches(".new, .draft");
  if (!/^_(add|remove)$/.test(button.name) || isAuto && !isUnsaved) return false;
  const all = entriesOf(row);
  const at = all.indexOf(entry);
  const next = at < 0 ? all.at(-1) : all[at + 1] ?? all[at - 1];
  if (entry?.matches(".new")) restore(row, entry);
  else if (isUnsaved) dropDraft(entry);
  else if (!button.nextElementSibling?.matches("[data-own]")) button.after(keep(button));
  others.add(row.id);
  mark(row);
  if (entry) standBy(row, next);
  else goTo(headOf(row.id));
  dress(row);
  if (isAuto && isDirty(row) && stateOf(row).refused) commitRow(row);
  return true;
};
