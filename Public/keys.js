// The field that takes the next keys, in place of text, and the one that has taken the key which is still down.
let recording;
let taken;
let say;
const keyNames = {
  " ": "Space", "+": "Plus", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right",
};
// With Shift or Alt a key writes another character, and in other alphabets one that programs do not know.
const nameOfKey = ({ key, code, shiftKey, altKey }) => {
  const plainKey = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  if (plainKey && !/^[a-z]$/i.test(key) && (shiftKey || altKey || key > "~")) return plainKey;
  return keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key);
};
const stop = (text) => {
  const { field, button, value, hint, pop } = recording;
  recording = null;
  pop.remove();
  button.ariaPressed = "false";
  field.placeholder = hint;
  field.value = text ?? value;
  say(field.value);
  if (field.value === value) return;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
};
const otherKeys = /^(Control|Alt.*|Shift|Meta|OS|Super|Fn.*|.*Lock|Process|Unidentified)$/;
// Returns true for a key that nothing else may see.
export const take = (event) => {
  const { key, repeat, isComposing, target } = event;
  const isHeld = repeat && taken === target;
  if (!isHeld && recording?.field !== target) {
    taken = null;
    return false;
  }
  const held = ["Ctrl", "Alt", "Shift", "Meta"].filter((name) => event[`${name.toLowerCase()}Key`]);
  if (key === "Tab" && !repeat && !/[CAM]/.test(held)) {
    stop();
    return false;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (repeat || isComposing || otherKeys.test(key)) return true;
  if (held[0] || !/^(Escape|Backspace)$/.test(key)) stop([...held, nameOfKey(event)].join("+"));
  else stop(key === "Escape" ? undefined : "");
  taken = target;
  return true;
};
const leave = ({ target }) => {
  if (recording && !recording.field.parentNode.contains(target)) stop();
};
for (const name of ["pointerdown", "focusin"]) addEventListener(name, leave, true);
export const record = (button, sayOnPage) => {
  say = sayOnPage;
  if (recording) return stop();
  const field = button.previousElementSibling;
  const pop = document.createElement("span");
  Object.assign(pop, { className: "pop", textContent: button.dataset.wait, ariaHidden: "true" });
  pop.dataset.own = "";
  button.after(pop);
  recording = { field, button, value: field.value, hint: field.placeholder, pop };
  button.ariaPressed = "true";
  field.value = "";
  field.placeholder = "…";
  // A screen reader passes keys on in a field.
  field.focus();
  say(button.dataset.wait);
};
