import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SessionTokens } from "../../application/ports/session-tokens";

const tokenBytes = 24;

/** Random values under a signature, so that guesses cost no look-up; stored as their SHA-256. */
export const signedSessionTokens = (secret: string): SessionTokens => {
  const signatureOf = (value: string): string =>
    createHmac("sha256", secret).update(`session:${value}`).digest("base64url");
  return {
    create: () => {
      const value = randomBytes(tokenBytes).toString("base64url");
      return `${value}.${signatureOf(value)}`;
    },
    idOf: (token) => {
      const [value = "", signature = ""] = token.split(".");
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(value))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return createHash("sha256").update(value).digest("hex");
    },
  };
};
