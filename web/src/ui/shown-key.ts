const shownNames: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  Escape: "Esc",
  " ": "Space",
};

/** A key's name as people know it. */
export const shownKey = (name: string, isMac: boolean): string => {
  const [, control, key = ""] = /^(Ctrl\+|Alt\+|Shift\+)?(.+)$/.exec(name) ?? [];
  const shown = shownNames[key] ?? (/^[A-Z]$/.test(key) ? `Shift ${key}` : key.replace("Shift+", "Shift "));
  if (control === undefined) return shown;
  const upper = /^[a-z]$/.test(key) ? key.toUpperCase() : shown;
  return `${isMac && control === "Ctrl+" && key !== "[" ? "⌘" : control.slice(0, -1)} ${upper}`;
};
