/** The content of a .zuliprc file, which API clients log in with. */
export const zuliprc = (email: string, key: string, site: string): string =>
  `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`;

/** Downloads an account's .zuliprc file. */
export const saveZuliprc = (email: string, key: string): void => {
  const url = URL.createObjectURL(
    new Blob([zuliprc(email, key, window.location.origin)], { type: "application/octet-stream" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = "zuliprc";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};
