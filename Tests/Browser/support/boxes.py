"""Where the texts and fields of a page stand: on each other, cut, or under what is fixed to the window.

The page is asked by its elements and by what the browser has made of its styles, never by the names of
classes, so that another look needs no other tests.
"""

# Hands back a sentence for each fault. With a selector it looks only at what concerns that element.
FAULTS = r"""(only) => {
  const said = (node) => (node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
  const name = (node) => node.id ? `#${node.id}` : node.localName;
  const style = new Map();
  const styleOf = (node) => style.get(node) ?? style.set(node, getComputedStyle(node)).get(node);
  const box = (node) => node.getBoundingClientRect();
  const chain = (node) => {
    const nodes = [];
    for (let at = node; at; at = at.parentElement) nodes.push(at);
    return nodes;
  };
  // For screen readers alone: a dot that cuts what is in it.
  const isDot = (node) => {
    const { width, height } = box(node);
    return width <= 1 && height <= 1 || styleOf(node).clipPath === "inset(50%)";
  };
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !chain(node).some(isDot);
  const isFixed = (node) => chain(node).some((at) => styleOf(at).position === "fixed");
  // What opens over the page has a shadow to say so.
  const isOpened = (node) => chain(node).some((at) => at.matches("dialog, [popover]")
    || styleOf(at).position === "absolute" && styleOf(at).boxShadow !== "none");
  const target = only ? document.querySelector(only) : document.body;
  const faults = new Set();

  // 1. What there is: the lines of each text, without the space above and below the letters; fields.
  const things = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest("option, script, style, template, noscript, svg")
      || !isSeen(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const trim = (bottom - top) / 4;
      if (right - left > 1) things.push(
        { node, text: said(text), left, right, top: top + trim, bottom: bottom - trim });
    }
  }
  for (const node of document.querySelectorAll("input, select, textarea, button, summary")) {
    if (node.type === "hidden" || !isSeen(node)) continue;
    const edges = box(node);
    const { paddingLeft, paddingRight } = styleOf(node);
    // A sign or a number may stand in the space that a field leaves for it.
    const left = edges.left + parseFloat(paddingLeft);
    const right = edges.right - parseFloat(paddingRight);
    const { top, bottom } = edges;
    if (edges.width > 1 && edges.height > 1) things.push(
      { node, isField: true, text: node.value || said(node), left, right, top, bottom });
  }

  // 2. None is on another. A field may have its own label, unit or button in it.
  const meets = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  // What is chosen by a press on its label may be as large as the label.
  const isOf = (field, { node }) => /radio|checkbox/.test(field.node.type)
    && field.node.closest("label")?.contains(node);
  const belongs = (one, other) => one.node === other.node || one.node.contains(other.node)
    || other.node.contains(one.node) || isOf(one, other) || isOf(other, one);
  const sorted = things.filter(({ node }) => !isFixed(node) && !isOpened(node))
    .sort((one, other) => one.top - other.top);
  sorted.forEach((one, place) => {
    for (let next = place + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (other.top > one.bottom) break;
      if (!meets(one, other) || belongs(one, other)) continue;
      if (one.isField && other.isField && one.node.type === "range") continue;
      if (!target.contains(one.node) && !target.contains(other.node)) continue;
      faults.add(`${name(one.node)} “${one.text}” and ${name(other.node)} “${other.text}” overlap`);
    }
  });

  // 3. None is cut, by the window or by what it stands in.
  const across = document.documentElement;
  if (!only && across.scrollWidth > across.clientWidth) {
    faults.add(`the page is ${across.scrollWidth - across.clientWidth} pixels too wide`);
  }
  for (const thing of things) {
    if (!target.contains(thing.node) || isFixed(thing.node)) continue;
    for (const node of chain(thing.node)) {
      const { overflowX, overflowY } = styleOf(node);
      const edges = box(node);
      const isEnd = node === document.body || node === across;
      const isOut = thing.left < edges.left - 1 || thing.right > edges.right + 1;
      const isCut = overflowY !== "visible" && overflowY !== "auto" && overflowY !== "scroll"
        && (thing.top < edges.top - 1 || thing.bottom > edges.bottom + 1);
      if (!isEnd && (overflowX !== "visible" && isOut || isCut)) {
        faults.add(`“${thing.text}” is cut by ${name(node)}`);
      }
    }
    if (thing.left < -1 || thing.right > innerWidth + 1) {
      faults.add(`“${thing.text}” is outside of the window`);
    }
  }
  for (const node of new Set(things.filter(({ isField }) => !isField).map(({ node }) => node))) {
    const isCut = styleOf(node).overflowX !== "visible" && node.scrollWidth > node.clientWidth + 1;
    if (target.contains(node) && isCut) faults.add(`“${said(node)}” is cut`);
  }

  // 4. None of an element that was scrolled to is under what is fixed to the window.
  const bars = [...document.querySelectorAll("body *")].filter((node) =>
    ["fixed", "sticky"].includes(styleOf(node).position) && isSeen(node) && !isOpened(node)
    && !node.contains(target));
  for (const bar of only ? bars : []) {
    const edges = box(bar);
    const isOver = (thing) => target.contains(thing.node) && !bar.contains(thing.node)
      && thing.bottom > 0 && thing.top < innerHeight && meets(thing, edges);
    for (const thing of things.filter(isOver)) {
      faults.add(`“${thing.text}” is under ${name(bar)}`);
    }
  }
  return [...faults];
}"""

# Gives the focus to each row's first field and looks at the row; hands back a sentence for each fault.
FOCUSED = r"""(faults) => {
  const find = eval(faults);
  const found = [];
  for (const row of document.querySelectorAll("main form [id^='s-']")) {
    if (row.querySelector("[id^='s-']")) continue;
    const field = [...row.querySelectorAll("a[href], button, input, select, textarea, summary")].find(
      (node) => node.type !== "hidden" && !node.disabled && node.checkVisibility());
    if (!field) continue;
    field.focus();
    row.scrollIntoView({ block: "nearest" });
    found.push(...find("#" + CSS.escape(row.id)).map((fault) => `${row.id} with the focus: ${fault}`));
  }
  return found;
}"""

# Puts into every field what no control accepts, and posts the page: each row then tells its problem.
SPOILED = r"""() => {
  const form = document.querySelector("main form[method=post]");
  for (const field of form.querySelectorAll("[name]:not([type=hidden])")) {
    const kind = field.type;
    if (field.localName === "button" || field.name.startsWith("_")) field.disabled = true;
    else if (field.localName === "select") field.add(new Option("?", "no such option", true, true));
    else if (kind === "checkbox" || kind === "radio") {
      field.checked = true;
      field.value = "no such option";
    } else if (kind === "file") field.disabled = true;
    else {
      // The browser itself lets no such text into fields with a picker.
      if (["date", "time", "datetime-local", "color", "number", "range"].includes(kind)) field.type = "text";
      field.removeAttribute("maxlength");
      field.value = "\u0007?";
    }
  }
  HTMLFormElement.prototype.submit.call(form);
}"""


# The same one field after the other, as somebody types; the page then tells each problem by itself.
TYPED = r"""async () => {
  for (const field of document.querySelectorAll(
    "main form :is(input:not([type]), [type=text], [type=url], [type=email], [type=tel], textarea)")) {
    const isTyped = field.name && !field.name.startsWith("_") && !field.disabled && !field.readOnly
      && field.checkVisibility();
    if (!isTyped) continue;
    field.focus();
    field.value = "\u0007?";
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    field.blur();
  }
  // At rest: the same number of problems for a while.
  for (let count = -1, still = 0; still < 5;) {
    await new Promise((done) => setTimeout(done, 100));
    const now = document.querySelectorAll("[aria-invalid=true]").length;
    still = now === count ? still + 1 : 0;
    count = now;
  }
}"""


def faults(window, only=None):
    """What is wrong on the page of a window, or with one element of it, one sentence each."""
    return window.run(FAULTS, only)


def faults_with_focus(window):
    """What is wrong with each row while it has the focus."""
    return window.run(FOCUSED.replace("eval(faults)", FAULTS), None)


def mistype(window):
    """Types what no field accepts into each field, and waits until the page says so."""
    window.run(TYPED)


def spoil(window):
    """Leaves the page with a problem in each row."""
    window.run("() => { window.isOld = true; }")
    window.run(SPOILED)
    window.until("() => !window.isOld && document.readyState === 'complete'", "the answer is there")
