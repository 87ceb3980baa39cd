import { createPrivateKey } from "node:crypto";
import type { RelayFailure } from "../../../application/ports/push-relay";
import { call, failureOf, isFailure, jsonIn } from "../wire/call";
import { signedJwt } from "../wire/jwt";

/** What a Google service account's key file has. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly keyId: string;
  readonly tokenUri: string;
}

const scope = "https://www.googleapis.com/auth/firebase.messaging";
const lifetimeSeconds = 3600;
/** A token is fetched anew this long before it ends. */
const marginMilliseconds = 300_000;

/** Signs in to Google with a service account; the token is kept while it holds (OAuth 2, RFC 7523). */
export const accessTokens = (account: ServiceAccount, timeout: number) => {
  const key = createPrivateKey(account.privateKey);
  let kept: { readonly token: string; readonly until: number } | undefined;
  let fetching: Promise<string | RelayFailure> | undefined;

  const fetchToken = async (): Promise<string | RelayFailure> => {
    const now = Math.floor(Date.now() / 1000);
    const assertion = signedJwt(
      key,
      { kid: account.keyId },
      {
        iss: account.clientEmail,
        scope,
        aud: account.tokenUri,
        iat: now,
        exp: now + lifetimeSeconds,
      },
    );
    const answer = await call(new URL(account.tokenUri), {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion,
      }).toString(),
      timeout,
    });
    if (isFailure(answer)) return answer;
    const { access_token: token, expires_in: seconds } = jsonIn(answer);
    if (answer.status !== 200 || typeof token !== "string") return failureOf("Google's sign-in", answer);
    const lasts = typeof seconds === "number" ? seconds * 1000 : 0;
    kept = { token, until: Date.now() + lasts - marginMilliseconds };
    return token;
  };

  return {
    current: (): Promise<string | RelayFailure> => {
      if (kept && kept.until > Date.now()) return Promise.resolve(kept.token);
      fetching ??= fetchToken().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    /** After it was refused. */
    forget: (token: string): void => {
      if (kept?.token === token) kept = undefined;
    },
  };
};
