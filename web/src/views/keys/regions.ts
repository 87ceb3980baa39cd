/** Moves the focus to the next region of the window. */
export const nextRegion = (by: number): void => {
  const regions = [
    "#side",
    ".view-head",
    ".settings-nav",
    ".scroller, .page",
    ".compose, .new-message",
    ".toasts:has(button)",
  ].flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  const at = regions.findIndex((one) => one.contains(document.activeElement));
  const region = regions[(at + by + regions.length) % regions.length];
  const controls = [...(region?.querySelectorAll<HTMLElement>("textarea, a, input, button") ?? [])].filter(
    (one) => one.checkVisibility(),
  );
  // Of several toasts, the last one is about what has just happened.
  const target = region?.matches("[tabindex]") ? region : controls.at(region?.matches(".toasts") ? -1 : 0);
  target?.focus();
};
