import type { AllowedDomain } from "./allowed-domain";
import type { Bot } from "./bot";
import type { Channel } from "./channel";
import type { IdRanges } from "./id-ranges";
import type { Message } from "./message";
import type { ProfileField, ProfileValue } from "./profile-field";
import type { EditableFlag, Flag } from "./read-state";
import type { Realm } from "./realm";
import type { RealmPermission } from "./realm-permission";
import type { RealmSettings } from "./realm-settings";
import type { Role } from "./role";
import type { Subscription } from "./subscription";
import type { MutedUser, User } from "./user";
import type { GroupPermissions, UserGroup } from "./user-group";
import type { UserSettings } from "./user-settings";
import type { UserStatus } from "./user-status";

/** Parts of a realm that its administrators change. */
export interface RealmChange
  extends Partial<Pick<Realm, "name" | "description" | "renderedDescription" | "isDeactivated">> {
  readonly settings?: Partial<RealmSettings>;
  readonly permissions?: Partial<Readonly<Record<RealmPermission, Realm["permissions"][RealmPermission]>>>;
  readonly userDefaults?: Partial<UserSettings>;
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
    | "avatar"
    | "apiKeyVersion"
    | "canChangeUserEmails"
  >
>;

export interface GroupChange extends Partial<Pick<UserGroup, "name" | "description" | "isDeactivated">> {
  readonly permissions?: Partial<GroupPermissions>;
}

/** What a channel's messages tell of it. */
export interface ChannelHistory {
  readonly firstMessageId: number;
  readonly isRecentlyActive: boolean;
}

/**
 * A change of a realm, in the past tense. A use case decides and appends events; the tables, the realm
 * state in memory and the clients' queues all follow from them, so none can say other than the rest.
 */
export type RealmEvent =
  | { readonly type: "realm_created"; readonly realm: Realm }
  | { readonly type: "realm_changed"; readonly change: RealmChange }
  | { readonly type: "group_created"; readonly group: UserGroup }
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
  | { readonly type: "bot_changed"; readonly userId: number; readonly change: Partial<Bot> }
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
  | { readonly type: "domain_added"; readonly domain: AllowedDomain }
  | { readonly type: "domain_changed"; readonly domain: AllowedDomain }
  | { readonly type: "domain_removed"; readonly domain: AllowedDomain }
  | { readonly type: "channel_created"; readonly channel: Channel }
  | { readonly type: "default_channels_set"; readonly channelIds: readonly number[] }
  /** The users could not see the channel and now may. Comes before what they then learn of it. */
  | {
      readonly type: "channel_revealed";
      readonly channelId: number;
      readonly userIds: readonly number[];
      readonly history?: ChannelHistory;
    }
  | {
      readonly type: "subscribed";
      readonly subscriptions: readonly Subscription[];
      /** Messages from this id on reach them. */
      readonly firstMessageId: number;
      /** By channel id, for the channels that had messages already. */
      readonly history?: Readonly<Record<string, ChannelHistory>>;
    }
  | {
      readonly type: "unsubscribed";
      readonly channelIds: readonly number[];
      readonly userIds: readonly number[];
      /** Messages from this id on don't reach them. */
      readonly firstMessageId: number;
    }
  | {
      readonly type: "message_sent";
      readonly message: Message;
      /** Whether it is the first between these people. */
      readonly beginsConversation: boolean;
      /** Rare flags of those whom the message concerns by name, by user id. */
      readonly marks: Readonly<Record<string, readonly Flag[]>>;
      /** The queue and the local id of the client that sent it, which recognizes its own message by them. */
      readonly origin?: { readonly queueId: string; readonly localId: string };
    }
  | {
      readonly type: "messages_deleted";
      readonly conversation: Message["conversation"];
      readonly topic: string;
      /** At most a thousand. */
      readonly messageIds: readonly number[];
    }
  | {
      readonly type: "message_flags_changed";
      readonly userId: number;
      readonly op: "add" | "remove";
      readonly flag: EditableFlag;
      readonly messageIds: readonly number[];
      /** For the read flag: what is now read (or unread), by conversation. */
      readonly ranges: readonly { readonly conversationId: number; readonly ids: IdRanges }[];
      /** For "remove read": what clients need to count the messages again. */
      readonly messages: readonly {
        readonly id: number;
        readonly conversation: Message["conversation"];
        readonly topic: string;
        readonly marks: readonly Flag[];
      }[];
    };

/** Events of the realm itself, its people and groups. */
export type PeopleEvent = Extract<
  RealmEvent,
  {
    type:
      | "realm_changed"
      | "group_created"
      | "group_changed"
      | "group_members_changed"
      | "group_subgroups_changed"
      | "user_created"
      | "user_changed"
      | "user_deactivated"
      | "user_reactivated"
      | "role_changed"
      | "bot_changed"
      | "profile_values_changed"
      | "user_settings_changed"
      | "user_status_changed"
      | "alert_words_set"
      | "muted_users_set"
      | "profile_fields_set"
      | "domain_added"
      | "domain_changed"
      | "domain_removed";
  }
>;

/** An event at its place in the realm's log. Positions grow by one in commit order. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: RealmEvent;
}

/** Whether the event changes what is kept in memory of the realm. The others are about single messages. */
export const changesRealmState = (event: RealmEvent): boolean =>
  event.type !== "message_sent" &&
  event.type !== "message_flags_changed" &&
  event.type !== "messages_deleted" &&
  event.type !== "channel_revealed";

export const eventCategories = [
  "realm",
  "user_defaults",
  "domains",
  "profile_fields",
  "user_group",
  "user",
  "bot",
  "user_settings",
  "user_status",
  "alert_words",
  "muted_users",
  "channel",
  "default_channels",
  "subscription",
  "message",
  "deleted_messages",
  "message_flags",
  "presence",
] as const;
/** What a client subscribes to. */
export type EventCategory = (typeof eventCategories)[number];

const categories: Readonly<Record<RealmEvent["type"], readonly EventCategory[]>> = {
  realm_created: ["realm"],
  realm_changed: ["realm", "user_defaults"],
  group_created: ["user_group"],
  group_changed: ["user_group"],
  group_members_changed: ["user_group"],
  group_subgroups_changed: ["user_group"],
  user_created: ["user", "user_group", "bot"],
  user_changed: ["user", "bot"],
  user_deactivated: ["user", "bot"],
  user_reactivated: ["user", "bot"],
  role_changed: ["user", "user_group"],
  bot_changed: ["user", "bot"],
  profile_values_changed: ["user"],
  user_settings_changed: ["user_settings", "user"],
  user_status_changed: ["user_status"],
  alert_words_set: ["alert_words"],
  muted_users_set: ["muted_users"],
  profile_fields_set: ["profile_fields"],
  domain_added: ["domains"],
  domain_changed: ["domains"],
  domain_removed: ["domains"],
  channel_created: ["channel"],
  channel_revealed: ["channel"],
  default_channels_set: ["default_channels"],
  subscribed: ["subscription", "user"],
  unsubscribed: ["subscription"],
  message_sent: ["message"],
  messages_deleted: ["deleted_messages"],
  message_flags_changed: ["message_flags"],
};

/** What clients may hear of the event: a queue takes it for any of these. */
export const categoriesOf = (event: RealmEvent): readonly EventCategory[] => categories[event.type];
