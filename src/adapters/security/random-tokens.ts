import { randomInt, randomUUID } from "node:crypto";
import type { RandomTokens } from "../../application/ports/system/random-tokens";

// Without characters that look alike.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Tokens from the system's random source. */
export const cryptoTokens: RandomTokens = {
  uuid: () => randomUUID(),
  password: () => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join(""),
};
