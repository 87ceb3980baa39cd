import type { Algorithm } from "@node-rs/argon2";
import type { PasswordHasher } from "../../application/ports/login/password-hasher";

/** OWASP's first recommendation: argon2id, 19 MiB, two passes. */
const options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Loaded when a password is first checked: the library takes 3 MB. */
const library = () => import("@node-rs/argon2");

/** Hashes passwords with argon2id. */
export const argon2Hasher = (): PasswordHasher => {
  let decoy: Promise<string> | undefined;
  return {
    hash: async (password) => (await library()).hash(password, options),
    verify: async (stored, password) => {
      const { hash, verify } = await library();
      decoy ??= hash("nobody's password", options);
      const matched = await verify(stored ?? (await decoy), password);
      return stored !== undefined && matched;
    },
  };
};
