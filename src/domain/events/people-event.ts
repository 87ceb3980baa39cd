import type { Bot } from "../bots/bot";
import type { CompactIds } from "../collections/compact-ids";
import type { AllowedDomain } from "../domains/allowed-domain";
import type { GroupPermissions, GroupWithMembers, UserGroup } from "../groups/user-group";
import type { GroupId, MessageId, ProfileFieldId, UserId } from "../ids";
import type { Linkifier } from "../linkifiers/linkifier";
import type { Playground } from "../playgrounds/playground";
import type { ProfileField, ProfileValue } from "../profile-fields/profile-field";
import type { Realm } from "../realm/realm";
import type { RealmPermission } from "../realm/realm-permission";
import type { RealmSettings } from "../realm/realm-settings";
import type { Role } from "../users/role";
import type { MutedUser, User } from "../users/user";
import type { UserSettings } from "../users/user-settings";
import type { UserStatus } from "../users/user-status";

/** Parts of a realm that its administrators change. */
export interface RealmChange
  extends Partial<Pick<Realm, "name" | "description" | "renderedDescription" | "isDeactivated">> {
  readonly settings?: Partial<RealmSettings>;
  readonly permissions?: Partial<Readonly<Record<RealmPermission, Realm["permissions"][RealmPermission]>>>;
  readonly userDefaults?: Partial<UserSettings>;
  readonly pictures?: Partial<Realm["pictures"]>;
}

/** The parts of a user that everyone may know. The others have events of their own. */
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
export interface GroupChange
  extends Partial<
    Omit<UserGroup, "id" | "systemName" | "subgroups" | "creatorId" | "createdAt" | "permissions">
  > {
  readonly permissions?: Partial<GroupPermissions>;
}

/** A change of the realm itself, its people and groups, in the past tense. */
export type PeopleEvent =
  | { readonly type: "realm_created"; readonly realm: Realm }
  | { readonly type: "realm_changed"; readonly change: RealmChange }
  | { readonly type: "group_created"; readonly group: GroupWithMembers }
  | {
      readonly type: "group_changed";
      readonly groupId: GroupId;
      readonly change: GroupChange;
      readonly isDeactivated: boolean;
    }
  | {
      readonly type: "group_members_changed";
      readonly groupId: GroupId;
      /** Whether the group is deactivated: some clients don't know of it then. */
      readonly isDeactivated: boolean;
      readonly op: "add" | "remove";
      readonly userIds: readonly UserId[];
    }
  | {
      readonly type: "group_subgroups_changed";
      readonly groupId: GroupId;
      readonly isDeactivated: boolean;
      readonly op: "add" | "remove";
      readonly subgroupIds: readonly GroupId[];
    }
  | { readonly type: "user_created"; readonly user: User }
  | { readonly type: "user_changed"; readonly userId: UserId; readonly change: UserChange }
  /** The user receives no messages from this id on, but stays subscribed. */
  | { readonly type: "user_deactivated"; readonly userId: UserId; readonly firstMessageId: MessageId }
  /** The user receives messages again from this id on. The old API key stays invalid. */
  | {
      readonly type: "user_reactivated";
      readonly userId: UserId;
      readonly firstMessageId: MessageId;
      readonly apiKeyVersion: number;
    }
  | {
      readonly type: "role_changed";
      readonly userId: UserId;
      readonly from: Role;
      readonly to: Role;
      /** The people a new guest has direct conversations with: a guest may be limited to acquaintances. */
      readonly acquaintances?: readonly UserId[];
    }
  /** The users may now see these people. Some saw some of them before. */
  | {
      readonly type: "people_revealed";
      readonly userIds: CompactIds;
      readonly personIds: readonly UserId[];
    }
  /** The users may no longer see some of these people; the state tells which ones they still see. */
  | {
      readonly type: "people_hidden";
      readonly userIds: CompactIds;
      readonly personIds: readonly UserId[];
    }
  | {
      readonly type: "bot_changed";
      readonly userId: UserId;
      readonly change: Partial<Bot>;
      /** The previous owner, if the owner changes. */
      readonly ownerBefore?: number | null;
    }
  | {
      readonly type: "profile_values_changed";
      readonly userId: UserId;
      /** By field id; null removes the value. */
      readonly values: Readonly<Record<string, ProfileValue | null>>;
    }
  | {
      readonly type: "user_settings_changed";
      readonly userId: UserId;
      readonly change: Partial<UserSettings>;
      /** Whether the user chose it: such choices aren't overridden later. */
      readonly isOwnChoice: boolean;
    }
  /**
   * The user's password, sessions or second factors changed, which no event contains. Logged if nothing else in the commit
   * moves the realm's head: other nodes then repeat what they decided before. It has no effect, so it also extends a log
   * that is short of event ids for the user's queue (decision 4): nodes of the previous version can read it.
   */
  | { readonly type: "secrets_changed"; readonly userId: UserId }
  | { readonly type: "user_status_changed"; readonly userId: UserId; readonly change: Partial<UserStatus> }
  | { readonly type: "alert_words_set"; readonly userId: UserId; readonly words: readonly string[] }
  | {
      readonly type: "muted_users_set";
      readonly userId: UserId;
      readonly muted: readonly MutedUser[];
      /** The user who was just muted; absent after unmuting. */
      readonly added?: UserId;
    }
  | {
      readonly type: "profile_fields_set";
      /** All fields, in display order. */
      readonly fields: readonly ProfileField[];
      /** Removed fields, whose values are removed too. */
      readonly removedIds: readonly ProfileFieldId[];
      /** The people who lose their values of the removed fields with this event; everybody if absent. */
      readonly ofUsers?: readonly UserId[];
    }
  /** All linkifiers, in their order. */
  | { readonly type: "linkifiers_set"; readonly linkifiers: readonly Linkifier[] }
  /** All playgrounds. */
  | { readonly type: "playgrounds_set"; readonly playgrounds: readonly Playground[] }
  | { readonly type: "domain_added"; readonly domain: AllowedDomain }
  | { readonly type: "domain_changed"; readonly domain: AllowedDomain }
  | { readonly type: "domain_removed"; readonly domain: AllowedDomain };
