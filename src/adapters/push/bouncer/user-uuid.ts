import { createHash } from "node:crypto";
import type { UserId } from "../../../domain/ids";

const uuidOf = (name: string): string => {
  const bytes = createHash("sha256").update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};

/** The UUID of a user at the bouncer, derived from the realm's UUID and the user's id, so that none is stored. */
export const userUuid = (realmUuid: string, userId: UserId): string => uuidOf(`${realmUuid} ${userId}`);
