import { randomInt, randomUUID } from "node:crypto";
import type { RandomTokens } from "../../application/ports/random-tokens";

// No characters that are taken for one another.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Tokens by the system's source of randomness. */
export const cryptoTokens: RandomTokens = {
  uuid: () => randomUUID(),
  password: () => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join(""),
};
