import type { RelayFailure } from "../../../application/ports/push-relay";
import { call, failureOf, isFailure, jsonIn } from "../wire/call";

/** Where the bouncer is, and what this server is there. */
export interface BouncerAccount {
  /** The bouncer's, without a slash at the end. */
  readonly url: string;
  /** What this server is registered as. */
  readonly serverId: string;
  readonly serverKey: string;
  /** In milliseconds, for each request. */
  readonly timeout: number;
}

type Json = Readonly<Record<string, unknown>>;

/** An answer that says no, with the bouncer's code for it. */
interface Refusal {
  readonly code: string;
  readonly failure: RelayFailure;
}

/** What came of a call to the bouncer. */
export type BouncerAnswer =
  | { readonly did: "answer"; readonly answer: Json }
  | { readonly did: "refuse"; readonly refusal: Refusal }
  | { readonly did: "fail"; readonly failure: RelayFailure };

/** Calls the bouncer's API as the server that is registered with it. */
export const bouncerClient = ({ url, serverId, serverKey, timeout }: BouncerAccount) => {
  const authorization = `Basic ${Buffer.from(`${serverId}:${serverKey}`).toString("base64")}`;

  const post = async (endpoint: string, contentType: string, body: string): Promise<BouncerAnswer> => {
    const answer = await call(new URL(`${url}/api/v1/remotes/${endpoint}`), {
      method: "POST",
      headers: { "Content-Type": contentType, Authorization: authorization, "User-Agent": "Parley" },
      body,
      timeout,
    });
    if (isFailure(answer)) return { did: "fail", failure: answer };
    const json = jsonIn(answer);
    if (answer.status === 200 && json.result === "success") return { did: "answer", answer: json };
    const failure = failureOf("The push bouncer", answer);
    return failure.outcome === "refused"
      ? { did: "refuse", refusal: { code: String(json.code ?? ""), failure } }
      : { did: "fail", failure };
  };

  return {
    postJson: (endpoint: string, body: Json) => post(endpoint, "application/json", JSON.stringify(body)),
    postForm: (endpoint: string, fields: Readonly<Record<string, string>>) =>
      post(endpoint, "application/x-www-form-urlencoded", new URLSearchParams(fields).toString()),
  };
};

export type BouncerClient = ReturnType<typeof bouncerClient>;
