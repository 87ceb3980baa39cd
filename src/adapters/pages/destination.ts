import type { LinkContents } from "../../application/ports/login/link-contents";
import { isCarried } from "../../domain/login/carried-path";
import { type Html, html } from "./html";

/** An app that waits for its user to log in with the browser, and the key that encrypts what it gets: 64 hex digits. */
export interface WaitingApp {
  readonly kind: "desktop" | "mobile";
  readonly key: string;
}

/** Where a user goes after the login. */
export interface Destination {
  readonly to: string;
  /** Whether the user just came by one of our mailed links. */
  readonly isByLink?: true;
  readonly app?: WaitingApp | undefined;
  /** Whether the user was about to open what only people with an account may. */
  readonly needsAccount?: boolean;
}

/** A path on this server; the home page for anything else, and for a path too long to be carried along. */
const localPath = (path: unknown): string =>
  typeof path === "string" && /^\/(?![/\\])[^\p{Cc}]*$/u.test(path) && isCarried(path) ? path : "/";

const isKey = (text: unknown): text is string => typeof text === "string" && /^[0-9a-f]{64}$/i.test(text);

type AppFields = Pick<LinkContents["sign_on"], "desktop_flow_otp" | "mobile_flow_otp">;

const appIn = (fields: { readonly [Name in keyof AppFields]?: unknown }): WaitingApp | undefined => {
  const { mobile_flow_otp: mobile, desktop_flow_otp: desktop } = fields;
  if (isKey(mobile)) return { kind: "mobile", key: mobile };
  return isKey(desktop) ? { kind: "desktop", key: desktop } : undefined;
};

/** The destination in a query or a form. */
export const destinationIn = (
  fields: {
    readonly next?: unknown;
    readonly needs?: unknown;
  } & { readonly [Name in keyof AppFields]?: unknown },
): Destination => ({
  to: localPath(fields.next),
  app: appIn(fields),
  needsAccount: fields.needs === "account",
});

/** The parameter that names the app's key, as Zulip's apps send it. */
export const appFields = ({ app }: Destination): AppFields =>
  app === undefined ? {} : { [`${app.kind}_flow_otp` as const]: app.key };

/** Carries the destination through a form. */
export const destinationFields = (destination: Destination): Html => {
  const { to, needsAccount } = destination;
  const values = { next: to, ...appFields(destination), ...(needsAccount && { needs: "account" }) };
  return html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
};

/** Carries the destination through a link. */
export const destinationQuery = (destination: Destination): string =>
  new URLSearchParams({ next: destination.to, ...appFields(destination) }).toString();
