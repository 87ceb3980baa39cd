/** Loads the style sheet for settings; if that fails, they are shown without it. */
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
