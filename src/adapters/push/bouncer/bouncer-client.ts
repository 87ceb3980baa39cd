import type { RelayFailure } from "../../../application/ports/push/push-relay";
import type { OutgoingHttp } from "../../../application/ports/system/outgoing-http";
import { call, failureOf, isFailure, jsonIn } from "../wire/call";

/** The bouncer's URL and this server's credentials there. */
export interface BouncerAccount {
  /** The bouncer's URL, without a trailing slash. */
  readonly url: string;
  /** This server's registration. */
  readonly serverId: string;
  readonly serverKey: string;
  readonly http: OutgoingHttp;
}

type Json = Readonly<Record<string, unknown>>;

/** A refusal, with the bouncer's code. */
interface Refusal {
  readonly code: string;
  readonly failure: RelayFailure;
}

/** The outcome of a call to the bouncer. */
export type BouncerAnswer =
  | { readonly did: "answer"; readonly answer: Json }
  | { readonly did: "refuse"; readonly refusal: Refusal }
  | { readonly did: "fail"; readonly failure: RelayFailure };

/** Calls the bouncer's API as the registered server. */
export const bouncerClient = ({ url, serverId, serverKey, http }: BouncerAccount) => {
  const authorization = `Basic ${Buffer.from(`${serverId}:${serverKey}`).toString("base64")}`;

  const post = async (endpoint: string, contentType: string, body: string): Promise<BouncerAnswer> => {
    const answer = await call(http, {
      url: new URL(`${url}/api/v1/remotes/${endpoint}`),
      headers: { "Content-Type": contentType, Authorization: authorization, "User-Agent": "Parley" },
      body,
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
