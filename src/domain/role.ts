import { oneOf } from "./codec";

/** What a person is in the realm; from most to least rights. API §2.2. */
export const roles = ["owner", "administrator", "moderator", "member", "guest"] as const;
export type Role = (typeof roles)[number];

export const roleCodec = oneOf(...roles);

/** Whether a role carries at least the rights of another one. Roles compare by what they allow. */
export const allows = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);
