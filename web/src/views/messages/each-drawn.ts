/** Does something with each element within a message that is there or will be drawn. Returns a function that stops it. */
export const eachDrawn = (selector: string, use: (element: HTMLElement) => void): (() => void) => {
  const look = (root: Document | Element): void => {
    if (root instanceof HTMLElement && root.matches(selector)) use(root);
    for (const element of root.querySelectorAll<HTMLElement>(selector)) use(element);
  };
  // Messages are filled in before this is loaded, and whenever they are drawn or change.
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) look(node);
  });
  look(document);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
};
