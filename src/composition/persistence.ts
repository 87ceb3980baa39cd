import type { Knex } from "knex";
import { knexAttachmentReader } from "../adapters/persistence/knex/attachment-reader";
import { knexBotCallQueue } from "../adapters/persistence/knex/bot-call-queue";
import { knexBotStorage } from "../adapters/persistence/knex/bot-storage";
import { knexCredentials } from "../adapters/persistence/knex/credentials";
import { knexDirectConversations } from "../adapters/persistence/knex/direct-conversations";
import { knexEventLog } from "../adapters/persistence/knex/event-log";
import { knexEventQueueStore } from "../adapters/persistence/knex/event-queue-store";
import { knexEventStore } from "../adapters/persistence/knex/event-store";
import { knexMailQueue } from "../adapters/persistence/knex/mail-queue";
import { knexMessageArchive } from "../adapters/persistence/knex/message-archive";
import { knexMessageReader } from "../adapters/persistence/knex/message-reader";
import { knexMissedMailStore } from "../adapters/persistence/knex/missed-mail-store";
import { knexPersonalReader } from "../adapters/persistence/knex/personal-reader";
import { knexPresenceStore } from "../adapters/persistence/knex/presence-store";
import { knexPushQueue } from "../adapters/persistence/knex/push-queue";
import { knexReadStateReader } from "../adapters/persistence/knex/read-state-reader";
import { knexRealmRegistry } from "../adapters/persistence/knex/realm-registry";
import { knexRealmSnapshots } from "../adapters/persistence/knex/realm-snapshots";
import { knexSessionStore } from "../adapters/persistence/knex/session-store";
import { knexShownPushes } from "../adapters/persistence/knex/shown-pushes";
import { knexSingleRunner } from "../adapters/persistence/knex/single-runner";
import type { Clock } from "../application/ports/clock";
import type { CredentialReader } from "../application/ports/credentials";
import type { Seals } from "../application/ports/seals";

/** The ports whose adapter is the database. Changes have connections of their own: no reader takes them. */
export const knexPorts = (db: Knex, writing: Knex, clock: Clock, seals: Seals) => ({
  archive: knexMessageArchive(db),
  attachments: knexAttachmentReader(db),
  botCalls: knexBotCallQueue(db),
  botStorage: knexBotStorage(db),
  /** They are written in transactions only. */
  credentials: knexCredentials(db) as CredentialReader,
  directConversations: knexDirectConversations(db),
  eventLog: knexEventLog(db),
  eventStore: knexEventStore(writing, clock, seals),
  mailQueue: knexMailQueue(db, seals),
  messages: knexMessageReader(db),
  missedMails: knexMissedMailStore(db, seals),
  personal: knexPersonalReader(db),
  presenceStore: knexPresenceStore(db),
  pushQueue: knexPushQueue(db),
  queueStore: knexEventQueueStore(db),
  readStates: knexReadStateReader(db),
  registry: knexRealmRegistry(db),
  sessions: knexSessionStore(db),
  shownPushes: knexShownPushes(db),
  singleRunner: knexSingleRunner(db),
  snapshots: knexRealmSnapshots(db),
});
