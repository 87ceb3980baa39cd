import { Secret, TOTP } from "otpauth";
import { type Browser, fill, formToken, loggedIn, submit } from "./forms";
import { ownerPassword, type TestServer } from "./http-application";

const step = 30_000;

/** The code that an app with a secret shows, a number of steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * step });

/** The secret that a page shows for an app. */
export const secretOn = (text: string): string =>
  (/<pre><code>([A-Z2-7 ]+)<\/code><\/pre>/.exec(text)?.[1] ?? "").replaceAll(" ", "");

/** The recovery codes that a page shows. */
export const codesOn = (text: string): readonly string[] =>
  (/<pre><code>([a-z0-9\n-]+)<\/code><\/pre>/.exec(text)?.[1] ?? "").split("\n");

/** The value of a hidden field. */
export const hiddenOn = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";

/** What the page asks the browser for. */
export const passkeyOptionsOn = (text: string): string =>
  (/data-options="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** A user with an app: its secret, their recovery codes, and the browser in which they set it up. */
export interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly browser: Browser;
}

/**
 * Sets up an app in a browser. The app shows the previous step's code, so that the current one is left for logging in.
 */
const enrolIn = async (browser: Browser, password = ownerPassword): Promise<Enrolled> => {
  const page = await browser.get("/account/two-factors/app");
  const secret = secretOn(page.text);
  const token = hiddenOn(page.text, "token");
  const send = () =>
    submit(browser, page, "/account/two-factors/app", { token, password, code: codeOf(secret, -1) });
  const first = await send();
  // A step may have just ended.
  const done = first.status === 401 ? await send() : first;
  if (done.status !== 200) throw new Error(`No app was set up: ${done.status}\n${done.text}`);
  return { secret, recoveryCodes: codesOn(done.text), browser };
};

/** Logs a user in and sets up an app. */
export const enrol = async (server: Pick<TestServer, "http">, email: string): Promise<Enrolled> =>
  enrolIn(await loggedIn(server, email));

/** Enters the password; returns the page that asks for the second factor. */
export const startLogin = (browser: Browser, email: string, more: object = {}) =>
  fill(browser, "/login", { username: email, password: ownerPassword, ...more });

/** Answers the page that asks for the second factor. */
export const submitSecondFactor = (
  browser: Browser,
  page: { readonly text: string },
  proof: { readonly code: string } | { readonly passkey: string },
) =>
  browser
    .post("/login/two-factors")
    .type("form")
    .send({
      csrfmiddlewaretoken: formToken(page.text),
      half: hiddenOn(page.text, "half"),
      next: hiddenOn(page.text, "next"),
      mobile_flow_otp: hiddenOn(page.text, "mobile_flow_otp"),
      ...proof,
    });
