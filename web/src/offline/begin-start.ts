import { type CachedState, readCache } from "./stored-snapshot";

/** What a start waits for. */
export interface BegunStart {
  /** The answer to `GET /json/session`. */
  readonly session: Promise<Response>;
  /** Shown only once the session confirms its user. */
  readonly cached: Promise<CachedState | undefined>;
}

export const beginStart = (): BegunStart => {
  const session = fetch("/json/session");
  // Who waits for it deals with the failure, but may not be loaded yet.
  session.catch(() => undefined);
  return { session, cached: readCache() };
};
