/** The path of the script for logging in to the desktop app. */
export const desktopLoginScript = "/static/desktop-login.js";

/**
 * In the app: opens the browser with the app's key, and sends the form once the app has found the token in the clipboard.
 * In the browser: copies the token.
 */
export const desktopLoginSource = `"use strict";
const form = document.querySelector("form[data-desktop-login]");
const begin = async (app) => {
  const { key, pasted } = app.decrypt_clipboard(1);
  const link = document.querySelector('a[target="_blank"]');
  const url = new URL(link.href);
  url.searchParams.set("desktop_flow_otp", [...key].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  link.href = url.href;
  link.click();
  form.elements.token.value = await pasted;
  form.submit();
};
if (form !== null) {
  const app = window.electron_bridge;
  if (app && app.decrypt_clipboard) begin(app);
  else document.querySelector("[role=alert]").hidden = false;
}

for (const button of document.querySelectorAll("button[data-copy]"))
  button.addEventListener("click", () => {
    document.getElementById(button.dataset.copy).select();
    // Works without HTTPS too.
    document.execCommand("copy");
    document.querySelector("[role=status]").hidden = false;
  });
`;
