import type { RealmHead } from "../../../../src/application/ports/events/event-store";
import type { MailedMark } from "../../../../src/application/ports/mail/mailed-marks";
import type { LoggedAuditEntry } from "../../../../src/domain/audit/audit-entry";
import type { IdRanges } from "../../../../src/domain/collections/id-ranges";
import type { Draft } from "../../../../src/domain/drafts/draft";
import type { Attachment } from "../../../../src/domain/files/attachment";
import type { ChannelId, RealmId, UserId } from "../../../../src/domain/ids";
import type { Conversation, Message } from "../../../../src/domain/messages/message";
import type { Flag } from "../../../../src/domain/messages/read-state";
import type { NavigationView } from "../../../../src/domain/navigation/navigation-view";
import type { Realm } from "../../../../src/domain/realm/realm";
import type { Reminder } from "../../../../src/domain/reminders/reminder";
import type { ScheduledMessage } from "../../../../src/domain/scheduled-messages/scheduled-message";
import type { SecondFactor } from "../../../../src/domain/second-factors/second-factor";
import type { SavedSnippet } from "../../../../src/domain/snippets/saved-snippet";
import { stateOf } from "../../../../src/domain/state/build";
import type { RealmState } from "../../../../src/domain/state/realm-state";
import type { UserTopic } from "../../../../src/domain/topics/topic-policy";

/** What is true of one user and one conversation, or one user and one message. */
export const pairKey = (first: number, second: number): string => `${first},${second}`;

interface ArchivedMessage {
  readonly message: Message;
  readonly deletedAt: number;
  readonly marks: ReadonlyMap<number, readonly Flag[]>;
}

/** One user's own data. */
export interface UserDataLists {
  readonly drafts: ReadonlyMap<number, Draft>;
  readonly snippets: ReadonlyMap<number, SavedSnippet>;
  readonly scheduled: ReadonlyMap<number, ScheduledMessage>;
  readonly reminders: ReadonlyMap<number, Reminder>;
  /** By fragment. */
  readonly views: ReadonlyMap<string, NavigationView>;
  readonly seenSteps: ReadonlySet<string>;
  /** By channel and topic. */
  readonly topics: ReadonlyMap<string, UserTopic>;
}

/** The messages of a channel that reached a user. */
interface Received {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly ids: IdRanges;
}

/** Changes what reached a user of a channel. */
export const receive = (
  tables: RealmTables,
  userId: UserId,
  channelId: ChannelId,
  change: (before: IdRanges) => IdRanges,
): void => {
  const key = pairKey(userId, channelId);
  const ids = change(tables.received.get(key)?.ids ?? []);
  tables.received.set(key, Object.freeze({ userId, channelId, ids }));
};

/** A realm's rows. Committed tables never change again: a transaction works on its own copy. */
export interface RealmTables {
  /** All that the realm's state holds. */
  state: RealmState;
  head: RealmHead;
  forgotten: number;
  /** By position, as JSON. */
  readonly log: Map<number, { readonly event: string; readonly undo: string; readonly loggedAt: number }>;
  /** By id. */
  readonly auditLog: Map<number, LoggedAuditEntry>;
  lastAuditId: number;
  readonly attachments: Map<number, Attachment>;
  /** Ids of messages by the file that they share. */
  readonly sharing: Map<number, ReadonlySet<number>>;
  /** By user and channel, for every subscription that ever existed. */
  readonly received: Map<string, Received>;
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
  readonly userData: Map<number, UserDataLists>;
  /** By user. */
  readonly passwordHashes: Map<number, string>;
  /** By user: passwords before the present one, the last first. */
  readonly oldPasswordHashes: Map<number, readonly string[]>;
  /** By user. */
  readonly secondFactors: Map<number, readonly SecondFactor[]>;
  /** By user: hashes. */
  readonly recoveryCodes: Map<number, readonly string[]>;
  /** Sealed tokens by user and provider of calls. */
  readonly callTokens: Map<string, string>;
  /** What each bot stores, by key. */
  readonly botStorage: Map<number, ReadonlyMap<string, string>>;
  /** Conversation ids by user and message: what devices show. */
  readonly shownPushes: Map<string, number>;
  /** By user. */
  readonly mailedMarks: Map<number, MailedMark>;
}

/** Where readers find the rows: the committed ones, or a transaction's own. */
export interface TableSource {
  /** Undefined for a realm that isn't there. */
  tables(realmId: RealmId): Promise<RealmTables | undefined>;
}

/** The tables of a new realm. */
export const emptyTables = (realm: Realm): RealmTables => ({
  state: stateOf({
    position: 0,
    realm,
    users: [],
    groups: [],
    channels: [],
    defaultChannels: [],
    defaultChannelGroups: [],
    channelFolders: [],
    subscriptions: [],
    profileFields: [],
    linkifiers: [],
    playgrounds: [],
    domains: [],
    emoji: [],
    invitations: [],
    pushDevices: [],
    acquaintances: [],
  }),
  head: { position: 0, messageId: 0, ids: {} },
  forgotten: 0,
  log: new Map(),
  auditLog: new Map(),
  lastAuditId: 0,
  attachments: new Map(),
  sharing: new Map(),
  received: new Map(),
  directConversations: new Map(),
  messages: new Map(),
  sendKeys: new Map(),
  archived: new Map(),
  read: new Map(),
  marks: new Map(),
  userData: new Map(),
  passwordHashes: new Map(),
  oldPasswordHashes: new Map(),
  secondFactors: new Map(),
  recoveryCodes: new Map(),
  botStorage: new Map(),
  callTokens: new Map(),
  shownPushes: new Map(),
  mailedMarks: new Map(),
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

/** What a JSON column returns; nobody can change it. */
export const asJson = (value: unknown): unknown => freeze(JSON.parse(JSON.stringify(value)));

const copyOf = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  // Nearly all values are plain, and copied much faster this way.
  if (Object.getPrototypeOf(value) !== Object.prototype) return freeze(structuredClone(value));
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const part = copy[name];
    if (typeof part === "object" && part !== null) copy[name] = copyOf(part);
  }
  return Object.freeze(copy);
};

/** A copy that nobody else holds and nobody can change. */
export const frozenCopy = <A>(value: A): A => copyOf(value) as A;
