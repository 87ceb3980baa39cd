import { createHash, randomBytes } from "node:crypto";
import type { SessionTokens } from "../../application/ports/login/session-tokens";
import { isSame, signatureOf } from "./signatures";

const tokenBytes = 24;

/** Signed random tokens, so that guesses cost no database lookup. Stored as their SHA-256. */
export const signedSessionTokens = (secret: string): SessionTokens => {
  const signed = (value: string): string => signatureOf(secret, `session:${value}`).toString("base64url");
  return {
    create: () => {
      const value = randomBytes(tokenBytes).toString("base64url");
      return `${value}.${signed(value)}`;
    },
    idOf: (token) => {
      const [value = "", signature = ""] = token.split(".");
      if (!isSame(signature, signed(value))) return undefined;
      return createHash("sha256").update(value).digest("hex");
    },
  };
};
