/** Loads the style sheet of a bundle; if that fails, its views are shown without it. */
export const loadStyle = (bundle: "deferred" | "settings"): Promise<void> =>
  new Promise((resolve) => {
    const href = document.querySelector<HTMLMetaElement>(`meta[name="${bundle}-style"]`)?.content;
    if (href === undefined) return resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
