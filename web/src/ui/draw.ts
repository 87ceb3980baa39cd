import { type ComponentChild, render } from "preact";

/** Draws the window, in the place of what the page showed before anything ran. */
export const draw = (what: ComponentChild, root: Element): void => {
  document.getElementById("loading")?.remove();
  render(what, root);
};
