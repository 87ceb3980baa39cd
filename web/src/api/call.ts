/** An answer of the server's that is no success; `code` is the API's. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** Seconds until it may be tried again, where the server says so. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }
}

/** Who is logged in, and what proves that requests come from this page. */
export interface Session {
  /** 0 for spectators, who have no account. */
  readonly user_id: number;
  readonly realm_name: string;
  readonly csrf_token: string;
}

let csrfToken = "";

/** What forms of this page send along. */
export const csrf = (): string => csrfToken;

const onTheWire = (values: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  );

interface CallOptions {
  readonly signal?: AbortSignal;
  /** The same key twice does a thing once. */
  readonly idempotencyKey?: string;
}

const answerOf = async <A>(response: Response): Promise<A> => {
  const body = await response.json().catch(() => ({ code: "BAD_RESPONSE", msg: response.statusText }));
  if (response.ok && body.result === "success") return body;
  const wait = Number(body["retry-after"] ?? response.headers.get("retry-after") ?? Number.NaN);
  throw new Refusal(body.code ?? "", body.msg ?? "", response.status, Number.isNaN(wait) ? undefined : wait);
};

/** Asks for something. Throws a Refusal, or what `fetch` throws where there is no answer. */
export const get = async <A>(path: string, query: object = {}, { signal }: CallOptions = {}): Promise<A> => {
  const text = onTheWire(query).toString();
  return answerOf(await fetch(`/json${path}${text === "" ? "" : `?${text}`}`, { ...(signal && { signal }) }));
};

/** Changes something. Throws as `get` does. */
export const send = async <A>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  form: object | FormData = {},
  { signal, idempotencyKey }: CallOptions = {},
): Promise<A> => {
  // A start without a connection couldn't ask for it.
  if (csrfToken === "") await openSession();
  return answerOf(
    await fetch(`/json${path}`, {
      method,
      headers: {
        "X-CSRFToken": csrfToken,
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
      body: form instanceof FormData ? form : onTheWire(form),
      ...(signal && { signal }),
    }),
  );
};

/** Learns who is logged in; undefined where somebody must first. */
export const openSession = async (): Promise<Session | undefined> => {
  try {
    const session = await get<Session>("/session");
    csrfToken = session.csrf_token;
    return session;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  }
};
