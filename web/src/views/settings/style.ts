/** Has the page take on how settings look; without an answer they are drawn all the same. */
export const loadStyle = (): Promise<void> =>
  new Promise((resolve) => {
    const href = document.querySelector<HTMLMetaElement>('meta[name="settings-style"]')?.content;
    if (href === undefined) return resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
