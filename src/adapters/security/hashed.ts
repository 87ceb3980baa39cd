import { createHash } from "node:crypto";

/** A digest of fixed length, so that a store neither holds what strangers write nor grows with it. */
export const hashed = (key: string): string => createHash("sha256").update(key).digest("base64url");
