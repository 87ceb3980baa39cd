import type { QueuedCall } from "../../../application/ports/bot-call-queue";
import type { MaybeMissed } from "../../../application/ports/missed-mail-store";
import type { RealmHead } from "../../../application/ports/realm-transactions";
import type { Session } from "../../../application/ports/session-store";
import type { AllowedDomain } from "../../../domain/allowed-domain";
import type { Attachment } from "../../../domain/attachment";
import type { Channel } from "../../../domain/channel";
import type { ChannelFolder } from "../../../domain/channel-folder";
import type { Draft } from "../../../domain/draft";
import type { LoggedEvent } from "../../../domain/event";
import type { EventQueue } from "../../../domain/event-queue";
import type { IdRanges } from "../../../domain/id-ranges";
import type { Invitation } from "../../../domain/invitation";
import type { Mail } from "../../../domain/letter";
import type { Linkifier } from "../../../domain/linkifier";
import type { Conversation, Message } from "../../../domain/message";
import type { Playground } from "../../../domain/playground";
import type { Presence } from "../../../domain/presence";
import type { ProfileField } from "../../../domain/profile-field";
import type { UserDevices } from "../../../domain/push-device";
import type { PushJob } from "../../../domain/push-job";
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

export interface ArchivedMessage {
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

/** A call to a bot's server that is still to be made. */
export interface WaitingCall extends QueuedCall {
  readonly dueAt: number;
}

export interface MissedMails {
  searchedTo: number | undefined;
  /** By user. */
  readonly waiting: Map<number, MaybeMissed>;
}

export interface WaitingMail {
  readonly mail: Mail;
  readonly dueAt: number;
  readonly failures: number;
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
  /** Mail that waits, by id. */
  readonly mails: Map<number, WaitingMail>;
  /** By bot and message. */
  readonly botCalls: Map<string, WaitingCall>;
  /** Sealed tokens by user and provider of calls. */
  readonly callTokens: Map<string, string>;
  /** What each bot keeps, by key. */
  readonly botStorage: Map<number, ReadonlyMap<string, string>>;
  /** By user. */
  readonly pushDevices: Map<number, UserDevices>;
  readonly pushQueue: Map<number, WaitingPush>;
  /** How far the log was looked through for what to notify of. */
  pushPosition: number | undefined;
  /** Conversation ids by user and message: what devices show. */
  readonly shownPushes: Map<string, number>;
}

/** A notification that is to be sent. */
export interface WaitingPush {
  readonly job: PushJob;
  readonly dueAt: number;
  readonly failures: number;
}

/** Where readers find the rows: the committed ones, or a transaction's own. */
export interface TableSource {
  /** Undefined for a realm that isn't there. */
  tables(realmId: number): Promise<RealmTables | undefined>;
}

/** All that a server stores, shared by the adapters in memory as by processes on one database. */
export interface MemoryStorage extends TableSource {
  readonly realms: Map<number, RealmTables>;
  readonly queues: Map<number, Map<string, EventQueue>>;
  readonly missedMails: Map<number, MissedMails>;
  /** By realm and id. */
  readonly sessions: Map<number, Map<string, Session>>;
  /** By realm and user. */
  readonly presences: Map<number, Map<number, Presence>>;
  /** Names of the work that only one process does at a time. */
  readonly running: Set<string>;
  /** Waits until everyone who asked before has released the lock. */
  lock(name: string): Promise<() => void>;
  newRealmId(): number;
}

export const memoryStorage = (): MemoryStorage => {
  const realms = new Map<number, RealmTables>();
  const lastHolders = new Map<string, Promise<void>>();
  let lastRealmId = 0;
  return {
    realms,
    queues: new Map(),
    missedMails: new Map(),
    sessions: new Map(),
    presences: new Map(),
    running: new Set(),
    tables: async (realmId) => realms.get(realmId),
    lock: async (name) => {
      const before = lastHolders.get(name);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      lastHolders.set(name, held);
      await before;
      return release;
    },
    newRealmId: () => {
      lastRealmId += 1;
      return lastRealmId;
    },
  };
};

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
  mails: new Map(),
  botCalls: new Map(),
  botStorage: new Map(),
  callTokens: new Map(),
  pushDevices: new Map(),
  pushQueue: new Map(),
  pushPosition: undefined,
  shownPushes: new Map(),
});

/** Rows are frozen, so that copying the tables around them is enough. */
export const copyTables = (tables: RealmTables): RealmTables => ({
  realm: tables.realm,
  head: tables.head,
  forgotten: tables.forgotten,
  log: new Map(tables.log),
  users: new Map(tables.users),
  groups: new Map(tables.groups),
  channels: new Map(tables.channels),
  defaultChannels: new Set(tables.defaultChannels),
  channelFolders: tables.channelFolders,
  profileFields: tables.profileFields,
  linkifiers: tables.linkifiers,
  playgrounds: tables.playgrounds,
  domains: new Map(tables.domains),
  emoji: new Map(tables.emoji),
  attachments: new Map(tables.attachments),
  sharing: new Map(tables.sharing),
  invitations: new Map(tables.invitations),
  subscriptions: new Map(tables.subscriptions),
  directConversations: new Map(tables.directConversations),
  messages: new Map(tables.messages),
  sendKeys: new Map(tables.sendKeys),
  archived: new Map(tables.archived),
  read: new Map(tables.read),
  marks: new Map(tables.marks),
  personal: new Map(tables.personal),
  passwordHashes: new Map(tables.passwordHashes),
  mails: new Map(tables.mails),
  botCalls: new Map(tables.botCalls),
  botStorage: new Map(tables.botStorage),
  callTokens: new Map(tables.callTokens),
  pushDevices: new Map(tables.pushDevices),
  pushQueue: new Map(tables.pushQueue),
  pushPosition: tables.pushPosition,
  shownPushes: new Map(tables.shownPushes),
});

/** Changes committed tables outside of a transaction, as a statement of its own would; `false` leaves them. */
export const changeTablesIf = async (
  storage: MemoryStorage,
  realmId: number,
  work: (tables: RealmTables) => boolean,
): Promise<boolean> => {
  const release = await storage.lock(`realm ${realmId}`);
  const tables = storage.realms.get(realmId);
  const changed = tables && copyTables(tables);
  const isChanged = changed !== undefined && work(changed);
  if (isChanged) storage.realms.set(realmId, changed);
  release();
  return isChanged;
};

const freeze = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
};

/** A copy that nobody else holds and nobody can change. */
export const frozenCopy = <A>(value: A): A => freeze(structuredClone(value));

/** The same for a change that is one whatever comes of it. */
export const changeTables = async (
  storage: MemoryStorage,
  realmId: number,
  work: (tables: RealmTables) => unknown,
): Promise<void> => {
  await changeTablesIf(storage, realmId, (tables) => {
    work(tables);
    return true;
  });
};
