import { type Cache, type CachedState, cache, readCache } from "./stored-snapshot";

/** What a start waits for, and what the first file knows that the others need. */
export interface BegunStart {
  /** The answer to `GET /json/session`. */
  readonly session: Promise<Response>;
  /** Shown only once the session confirms its user. */
  readonly cached: Promise<CachedState | undefined>;
  readonly cache: Cache;
  /** Requests both again. */
  readonly again: () => BegunStart;
}

export const beginStart = (): BegunStart => {
  const session = fetch("/json/session");
  // The code that waits for it handles the failure, but may not be loaded yet.
  session.catch(() => undefined);
  return { session, cached: readCache(), cache, again: beginStart };
};
