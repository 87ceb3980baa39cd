import { createHash } from "node:crypto";

/** A digest of fixed length, so that a store neither holds strangers' texts nor grows with their length. */
export const hashed = (key: string): string => createHash("sha256").update(key).digest("base64url");
