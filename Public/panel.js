// Everything here is a shortcut: the page does the same without it.
(() => {
  "use strict";
  const form = document.getElementById("f");
  if (!form) return;

  const byId = (id) => document.getElementById(id);
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // A live region must be on the page before its words are.
  const voice = make("div", { className: "sr" });
  voice.setAttribute("role", "status");
  document.body.append(voice);
  let silence;
  const say = (words) => {
    clearTimeout(silence);
    voice.textContent = words;
    // Emptied again, so that nobody meets the words a second time while reading the page.
    silence = setTimeout(() => voice.replaceChildren(), 5000);
  };

  // Unsaved changes: every field against the value the server wrote into the page.
  const differs = (field) => {
    if (!field.name || field.type === "hidden" || field.localName === "button") return false;
    if (field.type === "checkbox" || field.type === "radio") {
      return field.checked !== field.defaultChecked;
    }
    if (field.localName === "select") {
      const options = [...field.options];
      const first = Math.max(0, options.findIndex((option) => option.defaultSelected));
      return field.selectedIndex !== first;
    }
    if (field.type === "file") return field.files.length > 0;
    return field.value !== field.defaultValue;
  };
  const unsaved = byId("unsaved");
  let leaving = false;
  const leave = () => {
    leaving = true;
    // Who stops the loading stays here, and must be able to save again.
    setTimeout(() => { leaving = false; }, 2000);
  };
  const warn = (event) => {
    if (leaving) return;
    event.preventDefault();
    event.returnValue = true;
  };
  const compare = () => {
    const dirty = [...form.elements].some(differs);
    if (unsaved) unsaved.hidden = !dirty;
    // Added only while needed: a page with this listener is kept out of the back/forward cache.
    if (dirty) addEventListener("beforeunload", warn);
    else removeEventListener("beforeunload", warn);
  };
  form.addEventListener("input", compare);
  form.addEventListener("change", compare);
  // Rows that depend on others: the server says what the page is with what stands in the form, and
  // the rows that are otherwise are taken from its answer. There are no rules of our own here.
  let asked = 0;
  // What the panel itself answers is markup that may stand here.
  const own = window.trustedTypes?.createPolicy("faceplate", { createHTML: (text) => text });
  const keep = (node) => node.contains(document.activeElement);
  const swap = (now, next) => {
    for (const old of now.querySelectorAll(".group, .row, .foot")) {
      const fresh = old.id && next.getElementById(old.id);
      if (!fresh) {
        if (old.matches(".foot")) old.remove();
        continue;
      }
      if (old.matches(".group")) {
        old.hidden = fresh.hidden;
        const foot = fresh.querySelector(":scope > .foot");
        if (foot && !byId(foot.id)) old.append(foot);
      } else if (old.matches("[data-dep]") && !keep(old) && old.outerHTML !== fresh.outerHTML) {
        old.replaceWith(fresh);
      } else {
        old.hidden = fresh.hidden;
        if (old.matches(".foot")) old.textContent = fresh.textContent;
      }
    }
  };
  const refresh = async () => {
    const turn = ++asked;
    const body = new FormData(form);
    body.set("_preview", "1");
    for (const field of form.querySelectorAll("input[type=password], input[type=file]")) {
      body.delete(field.name);
    }
    const answer = await fetch(form.action, {
      method: "POST", body, headers: { Accept: "text/html" },
    }).catch(() => null);
    // A newer question is on its way, or the server is not there: Save will tell.
    if (!answer || !answer.ok || turn !== asked) return;
    const text = await answer.text();
    const next = new DOMParser().parseFromString(own ? own.createHTML(text) : text, "text/html");
    swap(form, next);
    compare();
  };
  if ("rules" in form.dataset) form.addEventListener("change", refresh);

  // A slider shows its number while it is moved.
  form.addEventListener("input", (event) => {
    const output = event.target.type === "range" && event.target.parentElement
      .querySelector("output");
    if (!output) return;
    // The unit and the words around the number stay.
    const words = output.textContent.replace(/[-\u2212]?\d[\d.,\u00a0\u202f]*/, event.target.value);
    output.textContent = words;
    if (event.target.hasAttribute("aria-valuetext")) {
      event.target.setAttribute("aria-valuetext", words);
    }
  });

  // A line of a setting's details is copied.
  form.addEventListener("click", (event) => {
    const { copy, copied } = event.target.dataset;
    if (copy) navigator.clipboard.writeText(copy).then(() => say(copied));
  });

  // A question before an action: the same as its page asks without scripting.
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-confirm]");
    if (!button || form.elements._confirm?.value === button.name) return;
    event.preventDefault();
    const dialog = make("dialog", { className: "confirm" });
    const text = make("p", { textContent: button.dataset.confirm, id: "ask" });
    const cancel = make("button", { type: "button", textContent: button.dataset.cancel });
    const go = make("button", {
      type: "button", textContent: button.textContent,
      className: button.className || "pri",
    });
    const answers = make("div", {});
    answers.append(cancel, go);
    dialog.append(text, answers);
    dialog.setAttribute("aria-labelledby", "ask");
    dialog.addEventListener("close", () => {
      dialog.remove();
      button.focus();
    });
    cancel.addEventListener("click", () => dialog.close());
    go.addEventListener("click", () => {
      dialog.close();
      form.append(make("input", { type: "hidden", name: "_confirm", value: button.name }));
      form.requestSubmit(button);
    });
    document.body.append(dialog);
    dialog.showModal();
    cancel.focus();
  });
  const discard = byId("discard");
  if (discard) {
    discard.addEventListener("click", (event) => {
      // A click that opens another tab leaves this page, and its warning, as they are.
      if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) leave();
    });
  }

  // Show and Hide on passwords. Their words are on the field, in the page's language.
  const cover = [];
  for (const field of form.querySelectorAll("input[type=password][data-show]")) {
    const words = field.dataset;
    const button = make("button", { type: "button", className: "show" });
    button.setAttribute("aria-controls", field.id);
    const show = (shown) => {
      field.type = shown ? "text" : "password";
      button.textContent = shown ? words.hide : words.show;
      button.setAttribute("aria-label", shown ? words.hideLabel : words.showLabel);
    };
    button.addEventListener("click", () => {
      const shown = field.type === "password";
      show(shown);
      say(shown ? words.shown : words.hidden);
    });
    show(false);
    field.after(button);
    cover.push(() => show(false));
  }

  form.addEventListener("submit", (event) => {
    // A second press while the first is under way would only be refused.
    if (leaving) {
      event.preventDefault();
      return;
    }
    leave();
    // Browsers offer to remember what stands in a text field.
    for (const hide of cover) hide();
  });
  addEventListener("pageshow", () => {
    leaving = false;
    compare();
  });

  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const save = event.key.toLowerCase() === "s";
    if (!save && !(event.key === "Enter" && form.contains(event.target))) return;
    event.preventDefault();
    if (!event.repeat && !event.isComposing) form.requestSubmit();
  });

  // Problems: the label comes into view with its field, and focus goes to the field.
  const summary = document.querySelector(".sum");
  if (summary) {
    summary.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#c-']");
      const field = link && byId(decodeURIComponent(link.hash.slice(1)));
      if (!field) return;
      event.preventDefault();
      const label = byId("l-" + field.id.slice(2)) || field;
      label.scrollIntoView();
      field.focus({ preventScroll: true });
    });
    summary.focus();
  } else {
    const status = byId("status");
    if (status && status.textContent.trim()) setTimeout(say, 300, status.textContent);
  }

  // The result of a save is told once: a reload or a bookmark should not tell it again.
  const address = new URL(location.href);
  const told = ["rev", "same", "run"].filter((name) => address.searchParams.has(name));
  for (const name of told) address.searchParams.delete(name);
  if (told.length) history.replaceState(history.state, "", address);

  document.documentElement.classList.add("js");
})();
