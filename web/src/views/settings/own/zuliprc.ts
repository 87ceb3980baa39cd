/** What programs for the API read to log in as somebody. */
export const zuliprc = (email: string, key: string, site: string): string =>
  `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`;

/** Saves the file of an account. */
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
