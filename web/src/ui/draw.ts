import { type ComponentChild, render } from "preact";

/** Renders the window in place of the page's initial contents. */
export const draw = (what: ComponentChild, root: Element): void => {
  document.getElementById("loading")?.remove();
  render(what, root);
};
