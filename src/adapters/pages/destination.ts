/** Where somebody goes who has logged in. */
export interface Destination {
  readonly to: string;
  /** Whether a link of ours brought them a moment ago. */
  readonly isByLink?: true;
  /** By which an app hides its key, where one sent them. */
  readonly pad?: string | undefined;
}

/** A path on this server, whatever was asked for. */
const localPath = (wanted: unknown): string =>
  typeof wanted === "string" && /^\/(?![/\\])[^\p{Cc}]*$/u.test(wanted) ? wanted : "/";

/** The one-time pad of an app, if it is one. */
const oneTimePad = (text: unknown): string | undefined =>
  typeof text === "string" && /^[0-9a-f]{64}$/i.test(text) ? text : undefined;

/** Where a query or a form says that they go. */
export const destinationIn = (given: {
  readonly next?: unknown;
  readonly mobile_flow_otp?: unknown;
}): Destination => ({
  to: localPath(given.next),
  pad: oneTimePad(given.mobile_flow_otp),
});
