const signsOfChange = ["online", "offline"];

/** Resolves after this long, or earlier when the window becomes visible or the network comes or goes. */
export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const type of signsOfChange) window.removeEventListener(type, done);
      document.removeEventListener("visibilitychange", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    for (const type of signsOfChange) window.addEventListener(type, done);
    document.addEventListener("visibilitychange", done);
  });
