import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";

/** What OAuth libraries ask of the `fetch` that they are given: they get and post texts. */
interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const bodyless = [101, 204, 205, 304];

/** A `fetch` for libraries that bring their own protocol: it is bounded and guarded as the client under it. */
export const guardedFetch =
  (http: OutgoingHttp) =>
  async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const answer = await http.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    return new Response(bodyless.includes(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    });
  };
