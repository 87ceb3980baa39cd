import type { RealmHead } from "../../../application/ports/realm-transactions";
import type { AllowedDomain } from "../../../domain/allowed-domain";
import type { Attachment } from "../../../domain/attachment";
import type { Channel } from "../../../domain/channel";
import type { ChannelFolder } from "../../../domain/channel-folder";
import type { Draft } from "../../../domain/draft";
import type { LoggedEvent } from "../../../domain/event";
import type { IdRanges } from "../../../domain/id-ranges";
import type { Invitation } from "../../../domain/invitation";
import type { Linkifier } from "../../../domain/linkifier";
import type { Conversation, Message } from "../../../domain/message";
import type { Playground } from "../../../domain/playground";
import type { ProfileField } from "../../../domain/profile-field";
import type { UserDevices } from "../../../domain/push-device";
import type { Flag } from "../../../domain/read-state";
import type { Realm } from "../../../domain/realm";
import type { RealmEmoji } from "../../../domain/realm-emoji";
import type { SavedSnippet } from "../../../domain/saved-snippet";
import type { ScheduledMessage } from "../../../domain/scheduled-message";
import type { Subscription } from "../../../domain/subscription";
import type { UserTopic } from "../../../domain/topic-policy";
import type { User } from "../../../domain/user";
import type { UserGroup } from "../../../domain/user-group";

/** What is true of one user and one conversation, or one user and one message. */
export const pairKey = (userId: number, id: number): string => `${userId},${id}`;

interface ArchivedMessage {
  readonly message: Message;
  readonly deletedAt: number;
  readonly marks: ReadonlyMap<number, readonly Flag[]>;
}

/** What one user keeps for themselves. */
export interface PersonalItems {
  readonly drafts: ReadonlyMap<number, Draft>;
  readonly snippets: ReadonlyMap<number, SavedSnippet>;
  readonly scheduled: ReadonlyMap<number, ScheduledMessage>;
  /** By channel and topic. */
  readonly topics: ReadonlyMap<string, UserTopic>;
}

/** A realm's rows. Committed tables never change again: a transaction works on its own copy. */
export interface RealmTables {
  realm: Realm;
  head: RealmHead;
  forgotten: number;
  readonly log: Map<number, LoggedEvent & { readonly loggedAt: number }>;
  readonly users: Map<number, User>;
  readonly groups: Map<number, UserGroup>;
  readonly channels: Map<number, Channel>;
  readonly defaultChannels: Set<number>;
  channelFolders: readonly ChannelFolder[];
  profileFields: readonly ProfileField[];
  linkifiers: readonly Linkifier[];
  playgrounds: readonly Playground[];
  readonly domains: Map<number, AllowedDomain>;
  readonly emoji: Map<number, RealmEmoji>;
  readonly attachments: Map<number, Attachment>;
  /** Ids of messages by the file that they share. */
  readonly sharing: Map<number, ReadonlySet<number>>;
  readonly invitations: Map<number, Invitation>;
  /** By user and channel. */
  readonly subscriptions: Map<string, Subscription & { readonly received: IdRanges }>;
  readonly directConversations: Map<number, Extract<Conversation, { kind: "direct" }>>;
  readonly messages: Map<number, Message>;
  /** Ids of messages by their sender and what they call the send. */
  readonly sendKeys: Map<string, number>;
  /** Deleted messages with their marks by user. */
  readonly archived: Map<number, ArchivedMessage>;
  /** By user and conversation. */
  readonly read: Map<string, IdRanges>;
  /** By user and message. */
  readonly marks: Map<string, readonly Flag[]>;
  /** By user. */
  readonly personal: Map<number, PersonalItems>;
  /** By user. */
  readonly passwordHashes: Map<number, string>;
  /** Sealed tokens by user and provider of calls. */
  readonly callTokens: Map<string, string>;
  /** What each bot keeps, by key. */
  readonly botStorage: Map<number, ReadonlyMap<string, string>>;
  /** By user. */
  readonly pushDevices: Map<number, UserDevices>;
  /** Conversation ids by user and message: what devices show. */
  readonly shownPushes: Map<string, number>;
}

/** Where readers find the rows: the committed ones, or a transaction's own. */
export interface TableSource {
  /** Undefined for a realm that isn't there. */
  tables(realmId: number): Promise<RealmTables | undefined>;
}

/** The tables of a new realm. */
export const emptyTables = (realm: Realm): RealmTables => ({
  realm,
  head: { position: 0, messageId: 0, ids: {} },
  forgotten: 0,
  log: new Map(),
  users: new Map(),
  groups: new Map(),
  channels: new Map(),
  defaultChannels: new Set(),
  channelFolders: [],
  profileFields: [],
  linkifiers: [],
  playgrounds: [],
  domains: new Map(),
  emoji: new Map(),
  attachments: new Map(),
  sharing: new Map(),
  invitations: new Map(),
  subscriptions: new Map(),
  directConversations: new Map(),
  messages: new Map(),
  sendKeys: new Map(),
  archived: new Map(),
  read: new Map(),
  marks: new Map(),
  personal: new Map(),
  passwordHashes: new Map(),
  botStorage: new Map(),
  callTokens: new Map(),
  pushDevices: new Map(),
  shownPushes: new Map(),
});

/** Rows are frozen, so that copying the tables around them is enough. */
export const copyTables = (tables: RealmTables): RealmTables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, copyTable(table)]),
  ) as unknown as RealmTables;

const copyTable = (table: unknown): unknown => {
  if (table instanceof Map) return new Map(table);
  return table instanceof Set ? new Set(table) : table;
};

const freeze = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
};

/** A copy that nobody else holds and nobody can change. */
export const frozenCopy = <A>(value: A): A => freeze(structuredClone(value));
