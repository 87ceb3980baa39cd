import * as E from "fp-ts/Either";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";

/** The part of `fetch` that OAuth libraries use: GET and POST requests with text bodies. */
interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const bodyless = [101, 204, 205, 304];

/** A `fetch` for libraries that bring their own protocol, with the limits and the guard of the client underneath. */
export const guardedFetch =
  (http: OutgoingHttp) =>
  async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const answered = await http.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    // The libraries expect what `fetch` does, which rejects.
    if (E.isLeft(answered)) throw answered.left;
    const answer = answered.right;
    return new Response(bodyless.includes(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    });
  };
