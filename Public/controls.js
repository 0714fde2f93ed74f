// MARK: Menus and files

// A list to look through stands in for a menu of many options; the menu keeps the value. A phone has a list of its own.
const mostOptions = 20;
let picking;
const isLong = (node) => node.matches?.("#f .field > select") && node.options.length > mostOptions
  && matchMedia("(pointer: fine)").matches;
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const offered = () => findAll("[role=option]", picking.pop);
const light = (option) => {
  for (const one of offered()) one.ariaSelected = one === option;
  findOne("input", picking.pop).setAttribute("aria-activedescendant", option?.id ?? "");
  option?.scrollIntoView({ block: "nearest" });
};
const sift = () => {
  const { select, pop } = picking;
  const words = plain(findOne("input", pop).value).split(/\s+/);
  const items = [...select.options].map((option, index) => [option, index])
    .filter(([option]) => words.every((word) => plain(option.label).includes(word)))
    .map(([option, index]) => {
      const item = document.createElement("li");
      Object.assign(item, { role: "option", id: `pick-${index}`, textContent: option.label });
      item.dataset.place = index;
      return item;
    });
  findOne("ul", pop).replaceChildren(...items);
  findOne("p", pop).hidden = items.length > 0;
  light(items.find((item) => +item.dataset.place === select.selectedIndex) ?? items[0]);
};
const stopPicking = (isBack) => {
  const { select, pop } = picking;
  picking = null;
  pop.remove();
  if (isBack) select.focus();
};
const pick = (option) => {
  const { select } = picking;
  if (option) select.selectedIndex = option.dataset.place;
  stopPicking(true);
  if (!option || !isChanged(select)) return;
  for (const name of ["input", "change"]) select.dispatchEvent(new Event(name, { bubbles: true }));
};
const startPicking = (select, text = "") => {
  const pop = part("pick");
  picking = { select, pop };
  const field = findOne("input", pop);
  field.setAttribute("aria-labelledby", idOf(rowOf(select), "l"));
  field.value = text;
  select.after(pop);
  const { top, bottom } = select.getBoundingClientRect();
  const space = pop.offsetHeight + 8;
  pop.classList.toggle("up", bottom + space > innerHeight && top > space);
  sift();
  field.focus();
};
const pickKey = (event) => {
  const { key } = event;
  const way = { ArrowDown: 1, ArrowUp: -1 }[key];
  const all = offered();
  const at = all.findIndex((one) => one.ariaSelected === "true");
  if (key === "Enter") pick(all[at]);
  else if (key === "Escape" || key === "Tab") stopPicking(true);
  else if (way) light(all[(at + way + all.length) % all.length]);
  else return event.stopImmediatePropagation();
  if (key !== "Tab") event.preventDefault();
  event.stopImmediatePropagation();
};
// A module of its own, which few pages need, takes the next keys for a field.
let keys;
on("keydown", (event) => {
  const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (keys?.take(event)) return;
  if (picking?.pop.contains(target)) return pickKey(event);
  const menu = key === "Escape" && target.closest?.(".many[open]");
  const isOpening = isLong(target) && !ctrlKey && !metaKey
    && (/^(Enter| |ArrowDown|ArrowUp|F4)$/.test(key) && !shiftKey && !(altKey && key === "Enter")
      || key.length === 1 && !altKey);
  if (menu) {
    menu.open = false;
    findOne("summary", menu).focus();
  } else if (isOpening) startPicking(target, key.length === 1 ? key.trim() : "");
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, self);
on("mousedown", (event) => {
  if (event.button || !isLong(event.target)) return;
  event.preventDefault();
  if (picking) stopPicking(true);
  else startPicking(event.target);
});
on("input", (event) => {
  const { target } = event;
  if (picking?.pop.contains(target)) {
    event.stopImmediatePropagation();
    return sift();
  }
  const menu = target.closest(".many");
  if (!menu) return;
  const names = findAll(":checked", menu).map((box) => box.closest("label").textContent.trim());
  findOne("summary", menu).textContent = names.join(", ") || "–";
});
on("click", async ({ target }) => {
  if (picking?.pop.contains(target)) pick(target.closest("[role=option]"));
  if (target.dataset.wait) (keys ??= await import(target.dataset.keys)).record(target, say);
});
// What is open closes when somebody goes on elsewhere.
on("pointerdown focusin", ({ target }) => {
  if (picking && !picking.select.parentNode.contains(target)) stopPicking();
  for (const menu of findAll(".many[open]")) if (!menu.contains(target)) menu.open = false;
}, self);
// The field that a menu opens, which is filled in next; nothing where it has a value.
const openedField = (menu) => {
  const picker = menu.value === "own" && menu.closest(".picker");
  if (picker) return findOne(".own input", picker);
  const field = menu.matches("[data-kinds]")
    && findOne(`[data-kind="${menu.value}"] :is(input:not([type=hidden]),select,textarea)`, menu.closest(".alt"));
  return field && field.type !== "checkbox" && !field.value ? field : null;
};
on("change", ({ target }) => {
  // A key may only pass by.
  if (!byKeys) openedField(target)?.focus();
  // A file that is not sent yet is named in its field.
  const name = target.type === "file" && findOne(".file", target.closest(".pick"));
  if (name && target.files[0]) name.textContent = target.files[0].name;
});
