import { createCipheriv, randomBytes } from "node:crypto";
import type { Request } from "express";
import { desktopLoginScript } from "./desktop-login-script";
import { type Destination, destinationFields, destinationQuery } from "./destination";
import { html } from "./html";
import type { PageAnswer, RealmPageContext } from "./page";

// zulip-desktop opens other sites in the browser, so its user logs in with another service there. Then they copy a token,
// encrypted with a key that only the app knows; the app finds it in the clipboard, and its page redeems it.

/** The page that redeems the token. */
export const redeemPath = "/login/desktop";

export const isDesktopApp = (request: Request): boolean =>
  /\bZulipElectron\//.test(request.get("User-Agent") ?? "");

/** What the app shows meanwhile: its script asks the app for a key, opens the browser, and waits for the token. */
export const openBrowserPage = (
  { csrf, request }: RealmPageContext,
  destination: Destination,
): PageAnswer => ({
  do: "show",
  title: "Log in with your browser",
  script: desktopLoginScript,
  content: html`<p>Log in there, and copy the code that you get. When you come back, you are logged in here too.</p>
<p class="notice bad" role="alert" hidden>This version of the app can’t log in with another service. Update it.</p>
<form method="post" action="${redeemPath}" data-desktop-login>${csrf}${destinationFields(destination)}<input type="hidden" name="token" value=""></form>
<p class="actions"><a class="button" target="_blank" rel="noopener" href="${request.path}?${destinationQuery(destination)}">Open the browser</a> <a href="/login">Back</a></p>
<noscript><p class="hint">This needs JavaScript.</p></noscript>`,
});

const nonceBytes = 12;

/** The token as the app decrypts it: nonce, ciphertext and tag of AES-256-GCM, in hex. */
const encrypted = (token: string, key: string): string => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), nonce);
  return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "hex",
  );
};

/** What the browser shows once its user has logged in for the app. */
export const backToDesktopApp = (token: string, key: string): PageAnswer => ({
  do: "show",
  title: "One more step",
  script: desktopLoginScript,
  content: html`<p>Copy this code and go back to the app, which logs in with it. It works once, for five minutes.</p>
<label for="code">Code</label>
<input id="code" readonly value="${encrypted(token, key)}">
<p class="actions"><button type="button" data-copy="code">Copy</button> <span role="status" hidden>Copied. Go back to the app.</span></p>`,
});
