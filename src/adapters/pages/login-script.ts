/** The path of the login page's script. */
export const loginScript = "/static/login.js";

/**
 * Links into the web client name the screen behind a `#`, which browsers don't send: the script adds it to where the
 * login leads.
 */
export const loginSource = `"use strict";
const { hash, origin } = window.location;
const withScreen = (path) => (path === "/" ? path + hash : path);
if (hash.length > 1) {
  for (const field of document.querySelectorAll('input[name="next"]')) field.value = withScreen(field.value);
  for (const link of document.querySelectorAll('a[href*="next="]')) {
    const url = new URL(link.href);
    if (url.origin !== origin) continue;
    url.searchParams.set("next", withScreen(url.searchParams.get("next")));
    link.href = url.href;
  }
}
`;
