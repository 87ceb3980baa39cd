import { randomBytes } from "node:crypto";
import type { Response } from "express";
import helmet, { contentSecurityPolicy } from "helmet";
import type { CookieJar } from "./cookies";
import { document } from "./layout";
import type { PageAnswer, PageStatus } from "./page";

/** Loads only our style sheet and images, runs no scripts, and submits forms only to us. */
const directives = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};
/** The policy of a page with our script: only that script may run, and it can't write markup. */
const policyWith = (nonce: string) =>
  contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...directives,
      scriptSrc: [`'nonce-${nonce}'`],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
  });
/** Headers of every page. */
export const pageHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives },
  // Page URLs hold tokens, which other sites must not learn.
  referrerPolicy: { policy: "same-origin" },
  // When a call begins, the provider's window must be able to close itself.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  // httpServer sets HSTS for the whole server, because it knows the public URL.
  strictTransportSecurity: false,
});
const nonceBytes = 18;
const scriptOf = (path: string) => ({ path, nonce: randomBytes(nonceBytes).toString("base64") });
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups";

const setStatus = (response: Response, status: PageStatus): void => {
  if (typeof status === "number") return void response.status(status);
  response.status(status.status).set("Retry-After", String(Math.ceil(status.retryAfterSeconds)));
};

/** Sends what a page answers, with the cookies that it sets. */
export const sendPage = (
  response: Response,
  jar: CookieJar,
  realmName: string | undefined,
  answer: PageAnswer,
): void => {
  switch (answer.do) {
    case "show": {
      const { title, content, isWide = false, session } = answer;
      const script = answer.script === undefined ? undefined : scriptOf(answer.script);
      if (script) policyWith(script.nonce)(response.req, response, () => {});
      if (session !== undefined) jar.setSession(response, session);
      setStatus(response, answer.status ?? 200);
      response.type("html").send(document({ title, realmName, content, isWide, script }));
      return;
    }
    case "mail":
      response.set("Content-Security-Policy", mailPolicy).type("html").send(answer.html);
      return;
    case "session":
      if (answer.token === undefined) {
        jar.clear(response, "sessionid");
        // Clears what the web client stored for the user.
        response.set("Clear-Site-Data", '"cache", "storage"');
      } else jar.setSession(response, answer.token);
      jar.clear(response, "signon");
      response.redirect(303, answer.to);
      return;
    case "sign-on":
      jar.setSignOn(response, answer.state);
      response.redirect(303, answer.to);
      return;
    case "go":
      response.redirect(303, answer.to);
      return;
    case "download":
      response.attachment(answer.name).type("text/plain").send(answer.text);
  }
};
