/** Presses a button. False if there is none. */
export const press = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.click();
  return found !== null;
};

/** Presses a tool of the form that has the focus, or else of the compose box. */
export const pressTool = (selector: string): boolean =>
  press(`.writer:focus-within ${selector}`) || press(`.compose ${selector}`);
