import type { Role } from "./role";
import type { UserSettings } from "./user-settings";

export const botTypes = ["generic", "incoming_webhook", "outgoing_webhook", "embedded"] as const;
export type BotType = (typeof botTypes)[number];

export type AvatarSource = "generated" | "gravatar" | "upload";

/** A person or bot of a realm. API §2.2. */
export interface User {
  readonly id: number;
  /** The real address. */
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** Null for a person. A bot without owner belongs to the server itself. */
  readonly bot: { readonly type: BotType; readonly ownerId: number | null } | null;
  /** Bots of the server, such as the notification bot: known to all, member of nothing. */
  readonly isSystemBot: boolean;
  readonly timezone: string;
  /** Unix milliseconds. */
  readonly joinedAt: number;
  readonly avatar: { readonly source: AvatarSource; readonly version: number };
  /** The API key is derived from this; it grows when the key is regenerated. */
  readonly apiKeyVersion: number;
  readonly isImportedStub: boolean;
  /** Values of custom profile fields by field id. */
  readonly profile: Readonly<Record<string, { readonly value: string; readonly renderedValue?: string }>>;
  readonly settings: UserSettings;
}

/** The address of the form `user12@host`, which names a user without telling their real address. API §4.4. */
export const dummyEmail = (userId: number, realmHost: string): string => `user${userId}@${realmHost}`;

/** The user id in a dummy address of this realm, if it is one. */
export const userIdOfDummyEmail = (email: string, realmHost: string): number | undefined => {
  const match = /^user(\d{1,15})@(.+)$/i.exec(email);
  return match?.[1] !== undefined && match[2]?.toLowerCase() === realmHost.toLowerCase()
    ? Number(match[1])
    : undefined;
};
