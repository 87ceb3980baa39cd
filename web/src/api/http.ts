/** An error answer from the server; `code` is the API's. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** Seconds until a retry is allowed, if the server says so. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }
}

/** Whether another try may succeed: there was no answer, or the server was busy. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429;

/** The logged-in user, and the proof that requests come from this page. */
export interface Session {
  /** 0 for spectators, who have no account. */
  readonly user_id: number;
  readonly realm_name: string;
  readonly csrf_token: string;
  /** Whether the server's mail reaches people. */
  readonly sends_mail: boolean;
}

let csrfToken = "";
/**
 * Whose window this is, once known. The server refuses its requests when somebody else has logged in with this browser.
 */
let ownId: number | undefined;
let mailReachesPeople = true;

/** Whether the server sends mail; true until it says otherwise. */
export const sendsMail = (): boolean => mailReachesPeople;

/** The CSRF token that the page's forms submit. */
export const csrf = (): string => csrfToken;

const onTheWire = (values: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  );

/** From now on, this window acts for the user only. */
export const actFor = (userId: number): void => {
  ownId = userId;
};

/** What each request says about its window. Spectators have no account. */
export const windowHeaders = (): Readonly<Record<string, string>> =>
  ownId ? { "X-Parley-User": String(ownId) } : {};

/** Options for `fetch`. */
interface Options {
  readonly signal?: AbortSignal;
  readonly cache?: RequestCache;
  /** Called as soon as an answer begins. */
  readonly onAnswer?: () => void;
  /** Whether the request continues after its window closes, which needs a small body. */
  readonly keepalive?: boolean;
}
interface SendOptions extends Options {
  /** Requests with the same idempotency key take effect once. */
  readonly idempotencyKey?: string;
}

let sessionRefused = (): void => undefined;

/** Calls back when the server refuses a request because its session has ended or is somebody else's. */
export const onSessionRefused = (callback: () => void): void => {
  sessionRefused = callback;
};

const answerOf = async <A>(response: Response): Promise<A> => {
  const body = await response.json().catch(() => ({ code: "BAD_RESPONSE", msg: response.statusText }));
  if (response.ok && body.result === "success") return body;
  if (response.status === 401) sessionRefused();
  const wait = Number(body["retry-after"] ?? response.headers.get("retry-after") ?? Number.NaN);
  throw new Refusal(body.code ?? "", body.msg ?? "", response.status, Number.isNaN(wait) ? undefined : wait);
};

const ask = (path: string, query: object, options: Options): Promise<Response> => {
  const text = onTheWire(query).toString();
  const url = `/json${path}${text === "" ? "" : `?${text}`}`;
  return fetch(url, { headers: windowHeaders(), ...options });
};

/** Sends a GET request. Throws a Refusal, or what `fetch` throws when there is no answer. */
export const get = async <A>(path: string, query: object = {}, options: Options = {}): Promise<A> => {
  const response = await ask(path, query, options);
  options.onAnswer?.();
  return answerOf(response);
};

/** Sends a GET request that server-sent events answer. Throws as `get` does, also if anything else answers. */
export const openEvents = async (
  path: string,
  query: object,
  options: Options,
): Promise<ReadableStream<Uint8Array>> => {
  const response = await ask(path, query, options);
  const isStream = response.ok && response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream && response.body) return response.body;
  throw await answerOf(response);
};

/** Sends a request that changes something. Throws as `get` does. */
export const send = async <A>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  form: object | FormData = {},
  { idempotencyKey, ...options }: SendOptions = {},
): Promise<A> => {
  // After an offline start the token hasn't been fetched yet.
  if (csrfToken === "") await openSession();
  return answerOf(
    await fetch(`/json${path}`, {
      method,
      headers: {
        ...windowHeaders(),
        "X-CSRFToken": csrfToken,
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
      body: form instanceof FormData ? form : onTheWire(form),
      ...options,
    }),
  );
};

/** Fetches the session, unless its answer is on the way; undefined if the user must log in first. */
export const openSession = async (answer = fetch("/json/session")): Promise<Session | undefined> => {
  try {
    const session = await answerOf<Session>(await answer);
    csrfToken = session.csrf_token;
    mailReachesPeople = session.sends_mail;
    return session;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  }
};
