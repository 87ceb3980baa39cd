/** Where a user goes after the login. */
export interface Destination {
  readonly to: string;
  /** Whether the user just came by one of our mailed links. */
  readonly isByLink?: true;
  /** The one-time pad that an app sent to encrypt its key with. */
  readonly pad?: string | undefined;
  /** Whether the user was about to open what only people with an account may. */
  readonly needsAccount?: boolean;
}

/** A path on this server; the home page for anything else. */
const localPath = (path: unknown): string =>
  typeof path === "string" && /^\/(?![/\\])[^\p{Cc}]*$/u.test(path) ? path : "/";

/** The one-time pad of an app, if it is one. */
const oneTimePad = (text: unknown): string | undefined =>
  typeof text === "string" && /^[0-9a-f]{64}$/i.test(text) ? text : undefined;

/** The destination in a query or a form. */
export const destinationIn = (fields: {
  readonly next?: unknown;
  readonly mobile_flow_otp?: unknown;
  readonly needs?: unknown;
}): Destination => ({
  to: localPath(fields.next),
  pad: oneTimePad(fields.mobile_flow_otp),
  needsAccount: fields.needs === "account",
});
