/** Moves the focus to the next region of the window. */
export const nextRegion = (by: number): void => {
  const regions = [
    "#side",
    ".view-head",
    ".settings-nav",
    ".scroller, .page",
    ".compose, .new-message",
  ].flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  const at = regions.findIndex((one) => one.contains(document.activeElement));
  const region = regions[(at + by + regions.length) % regions.length];
  const target = region?.matches("[tabindex]")
    ? region
    : [...(region?.querySelectorAll<HTMLElement>("textarea, a, input, button") ?? [])].find((one) =>
        one.checkVisibility(),
      );
  target?.focus();
};
