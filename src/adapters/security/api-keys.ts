import { createHmac } from "node:crypto";
import type { ApiKeys } from "../../application/ports/api-keys/api-keys";
import type { RealmId, UserId } from "../../domain/ids";
import { isSame } from "./signatures";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const keyLength = 32;
const mostCached = 50_000;

/** 32 letters and digits of an HMAC, about 190 bits. */
const derive = (secret: string, subject: string): string =>
  [...createHmac("sha512", secret).update(subject).digest()]
    .slice(0, keyLength)
    .map((byte) => alphabet[byte % alphabet.length])
    .join("");

/** Derives API keys from the server's secret. It takes both the secret and the database to compute one. */
export const derivedApiKeys = (secret: string): ApiKeys => {
  const known = new Map<string, string>();
  const keyOf = (realmId: RealmId, userId: UserId, version: number): string => {
    const subject = `${realmId}:${userId}:${version}`;
    const cached = known.get(subject);
    if (cached !== undefined) return cached;
    if (known.size >= mostCached) known.clear();
    const key = derive(secret, `api-key:${subject}`);
    known.set(subject, key);
    return key;
  };
  return {
    keyOf,
    isKeyOf: (realmId, userId, version, candidate) => isSame(candidate, keyOf(realmId, userId, version)),
    webhookTokenOf: (realmId, botId) => derive(secret, `webhook-token:${realmId}:${botId}`),
  };
};
