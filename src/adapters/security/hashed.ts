import { createHash } from "node:crypto";

/** Of one length, whatever it says: what strangers write is neither kept nor readable in a store. */
export const hashed = (key: string): string => createHash("sha256").update(key).digest("base64url");
