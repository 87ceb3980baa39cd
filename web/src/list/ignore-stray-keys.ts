const typedInto = "input, textarea, [role=menu]";
/** How long after the field took the focus, or after the last key, people may still be typing what they began. */
const mayGoOn = 3000;
/** After a pause this long they have noticed. In a menu, nobody presses more than a few keys. */
const pause = 1000;

const isMenu = (element: Element): boolean => element.matches("[role=menu]");
const goesOnIn = (field: Element): number => (isMenu(field) ? pause : mayGoOn);

/** Whether a key adds to what is being typed, rather than ending it. */
const isTyped = ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
  if (ctrlKey || metaKey) return false;
  // Alt makes characters of letters, and takes the arrows to other pages.
  return (
    /^.$/u.test(key) ||
    (!altKey && /^(?:Backspace|Delete|Arrow.*)$/.test(key)) ||
    (key === "Enter" && shiftKey)
  );
};

/**
 * Swallows keys typed just after their field disappeared, so that they trigger no shortcut. Returns a function that
 * stops it.
 */
export const ignoreStrayKeys = (): (() => void) => {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  let last: Element | null = null;
  let until = 0;
  window.addEventListener(
    "keydown",
    (event) => {
      const { target, timeStamp: now } = event;
      if (!(event.isTrusted && target instanceof Element)) return;
      const field = target.closest(typedInto);
      if (field) {
        last = isTyped(event) ? field : null;
        until = now + goesOnIn(field);
      } else if (last && !last.isConnected && now < until && !(event.ctrlKey || event.metaKey)) {
        if (!isMenu(last)) until = now + pause;
        event.preventDefault();
        event.stopImmediatePropagation();
      } else last = null;
    },
    options,
  );
  // Keys that are about to be typed are meant for it, too.
  const begin = (target: EventTarget | null) => {
    const field = target instanceof Element ? target.closest(typedInto) : null;
    if (field === null) return;
    last = field;
    until = performance.now() + goesOnIn(field);
  };
  begin(document.activeElement);
  window.addEventListener("focusin", ({ target }) => begin(target), options);
  const forget = () => {
    last = null;
  };
  // Users who choose something or go elsewhere know that the field is gone. A pointer that presses a menu's item focuses
  // it first, so that the click counts too.
  for (const type of ["pointerdown", "click", "hashchange", "popstate"])
    window.addEventListener(type, forget, options);
  return () => ended.abort();
};
