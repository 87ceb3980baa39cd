import { oneOf } from "../codec/codec";

/** Roles in a realm, from most to least rights. API §2.2. */
export const roles = ["owner", "administrator", "moderator", "member", "guest"] as const;
export type Role = (typeof roles)[number];

export const roleCodec = oneOf(...roles);

/** Whether a role has at least the rights of another. */
export const allows = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);
