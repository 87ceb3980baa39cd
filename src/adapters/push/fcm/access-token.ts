import { createPrivateKey } from "node:crypto";
import type { RelayFailure } from "../../../application/ports/push/push-relay";
import type { OutgoingHttp } from "../../../application/ports/system/outgoing-http";
import { call, failureOf, isFailure, jsonIn } from "../wire/call";

/** The contents of a Google service account's key file. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly keyId: string;
  readonly tokenUri: string;
}

const scope = "https://www.googleapis.com/auth/firebase.messaging";
/** Tokens are fetched again this long before they expire. */
const marginMilliseconds = 300_000;
/** The shortest key that RFC 7518 allows, in bits. */
const shortestKey = 2048;

/** Signs in to Google with a service account and caches the token (OAuth 2, RFC 7523). */
export const accessTokens = (http: OutgoingHttp, account: ServiceAccount) => {
  const key = createPrivateKey(account.privateKey);
  const isStrong = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= shortestKey;
  if (key.asymmetricKeyType !== "rsa" || !isStrong) throw new Error("Not a key for RS256");
  const tokenUrl = new URL(account.tokenUri);
  let cached: { readonly token: string; readonly expiresAt: number } | undefined;
  let fetching: Promise<string | RelayFailure> | undefined;

  const fetchToken = async (): Promise<string | RelayFailure> => {
    const { SignJWT } = await import("jose");
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: account.keyId })
      .setIssuer(account.clientEmail)
      .setAudience(account.tokenUri)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(key);
    const answer = await call(http, {
      url: tokenUrl,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion,
      }).toString(),
    });
    if (isFailure(answer)) return answer;
    const { access_token: token, expires_in: seconds } = jsonIn(answer);
    if (answer.status !== 200 || typeof token !== "string") return failureOf("Google's sign-in", answer);
    const lifetime = typeof seconds === "number" ? seconds * 1000 : 0;
    cached = { token, expiresAt: Date.now() + lifetime - marginMilliseconds };
    return token;
  };

  return {
    current: (): Promise<string | RelayFailure> => {
      if (cached && cached.expiresAt > Date.now()) return Promise.resolve(cached.token);
      fetching ??= fetchToken().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    /** Drops a token that Google refused. */
    forget: (token: string): void => {
      if (cached?.token === token) cached = undefined;
    },
  };
};
