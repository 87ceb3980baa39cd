import type { AllowedDomain } from "./allowed-domain";
import type { Bot } from "./bot";
import type { Linkifier } from "./linkifier";
import type { Playground } from "./playground";
import type { ProfileField, ProfileValue } from "./profile-field";
import type { Realm } from "./realm";
import type { RealmPermission } from "./realm-permission";
import type { RealmSettings } from "./realm-settings";
import type { Role } from "./role";
import type { MutedUser, User } from "./user";
import type { GroupPermissions, GroupWithMembers, UserGroup } from "./user-group";
import type { UserSettings } from "./user-settings";
import type { UserStatus } from "./user-status";

/** Parts of a realm that its administrators change. */
export interface RealmChange
  extends Partial<Pick<Realm, "name" | "description" | "renderedDescription" | "isDeactivated">> {
  readonly settings?: Partial<RealmSettings>;
  readonly permissions?: Partial<Readonly<Record<RealmPermission, Realm["permissions"][RealmPermission]>>>;
  readonly userDefaults?: Partial<UserSettings>;
  readonly pictures?: Partial<Realm["pictures"]>;
}

/** Parts of a user that everyone may hear of. The others have events of their own. */
export type UserChange = Partial<
  Pick<
    User,
    | "email"
    | "fullName"
    | "isDeleted"
    | "timezone"
    | "joinedAt"
    | "awaitsFirstLogin"
    | "isImportedStub"
    | "avatar"
    | "apiKeyVersion"
    | "apiKeyMadeAt"
    | "secondFactors"
    | "canChangeUserEmails"
  >
>;

/** Parts of a group that its managers change. */
export interface GroupChange extends Partial<Pick<UserGroup, "name" | "description" | "isDeactivated">> {
  readonly permissions?: Partial<GroupPermissions>;
}

/** A change of the realm itself, its people and groups, in the past tense. */
export type PeopleEvent =
  | { readonly type: "realm_created"; readonly realm: Realm }
  | { readonly type: "realm_changed"; readonly change: RealmChange }
  | { readonly type: "group_created"; readonly group: GroupWithMembers }
  | {
      readonly type: "group_changed";
      readonly groupId: number;
      readonly change: GroupChange;
      readonly isDeactivated: boolean;
    }
  | {
      readonly type: "group_members_changed";
      readonly groupId: number;
      /** Whether the group is out of use: some clients don't know of it then. */
      readonly isDeactivated: boolean;
      readonly op: "add" | "remove";
      readonly userIds: readonly number[];
    }
  | {
      readonly type: "group_subgroups_changed";
      readonly groupId: number;
      readonly isDeactivated: boolean;
      readonly op: "add" | "remove";
      readonly subgroupIds: readonly number[];
    }
  | { readonly type: "user_created"; readonly user: User }
  | { readonly type: "user_changed"; readonly userId: number; readonly change: UserChange }
  /** Messages from this id on don't reach them, though they keep their subscriptions. */
  | { readonly type: "user_deactivated"; readonly userId: number; readonly firstMessageId: number }
  /** Messages from this id on reach them again. Their old API key doesn't come back with them. */
  | {
      readonly type: "user_reactivated";
      readonly userId: number;
      readonly firstMessageId: number;
      readonly apiKeyVersion: number;
    }
  | {
      readonly type: "role_changed";
      readonly userId: number;
      readonly from: Role;
      readonly to: Role;
      /** With whom a new guest has direct conversations: guests may be limited to whom they know. */
      readonly acquaintances?: readonly number[];
    }
  /** The users could not know of these people and now may; some knew of some before. */
  | {
      readonly type: "people_revealed";
      readonly userIds: readonly number[];
      readonly personIds: readonly number[];
    }
  /** The users could know of these people; what they still may know follows from the state. */
  | {
      readonly type: "people_hidden";
      readonly userIds: readonly number[];
      readonly personIds: readonly number[];
    }
  | {
      readonly type: "bot_changed";
      readonly userId: number;
      readonly change: Partial<Bot>;
      /** Who loses the bot, where its owner changes. */
      readonly ownerBefore?: number | null;
    }
  | {
      readonly type: "profile_values_changed";
      readonly userId: number;
      /** By field id; null removes the value. */
      readonly values: Readonly<Record<string, ProfileValue | null>>;
    }
  | {
      readonly type: "user_settings_changed";
      readonly userId: number;
      readonly change: Partial<UserSettings>;
      /** Whether they did it themselves: what people chose is not overridden for them later. */
      readonly isOwnChoice: boolean;
    }
  | { readonly type: "user_status_changed"; readonly userId: number; readonly change: Partial<UserStatus> }
  | { readonly type: "alert_words_set"; readonly userId: number; readonly words: readonly string[] }
  | { readonly type: "muted_users_set"; readonly userId: number; readonly muted: readonly MutedUser[] }
  | {
      readonly type: "profile_fields_set";
      /** All of them, in their order. */
      readonly fields: readonly ProfileField[];
      /** Fields that are no more: their values go with them. */
      readonly removedIds: readonly number[];
    }
  /** All of them, in their order. */
  | { readonly type: "linkifiers_set"; readonly linkifiers: readonly Linkifier[] }
  /** All of them. */
  | { readonly type: "playgrounds_set"; readonly playgrounds: readonly Playground[] }
  | { readonly type: "domain_added"; readonly domain: AllowedDomain }
  | { readonly type: "domain_changed"; readonly domain: AllowedDomain }
  | { readonly type: "domain_removed"; readonly domain: AllowedDomain };
