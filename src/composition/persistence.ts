import type { Knex } from "knex";
import { knexAttachmentReader } from "../adapters/persistence/knex/attachment-reader";
import { knexBotStorage } from "../adapters/persistence/knex/bot-storage";
import { knexCredentials } from "../adapters/persistence/knex/credentials";
import { knexDeadLetters } from "../adapters/persistence/knex/dead-letters";
import { knexDirectConversations } from "../adapters/persistence/knex/direct-conversations";
import { knexEventLog } from "../adapters/persistence/knex/event-log";
import { knexEventQueueStore } from "../adapters/persistence/knex/event-queue-store";
import { knexEventStore } from "../adapters/persistence/knex/event-store";
import { knexJobQueue } from "../adapters/persistence/knex/job-queue";
import { knexMessageArchive } from "../adapters/persistence/knex/message-archive";
import { knexMessageReader } from "../adapters/persistence/knex/message-reader";
import { knexPersonalReader } from "../adapters/persistence/knex/personal-reader";
import { knexPictureReader } from "../adapters/persistence/knex/picture-reader";
import { knexPresenceStore } from "../adapters/persistence/knex/presence-store";
import { knexReadStateReader } from "../adapters/persistence/knex/read-state-reader";
import { knexRealmRegistry } from "../adapters/persistence/knex/realm-registry";
import { knexRealmSnapshots } from "../adapters/persistence/knex/realm-snapshots";
import { knexSessionStore } from "../adapters/persistence/knex/session-store";
import { knexShownPushes } from "../adapters/persistence/knex/shown-pushes";
import { knexSingleRunner } from "../adapters/persistence/knex/single-runner";
import { knexWorkFinder } from "../adapters/persistence/knex/work-finder";
import type { Clock } from "../application/ports/clock";
import type { CredentialReader } from "../application/ports/credentials";
import type { Seals } from "../application/ports/seals";

/** The ports whose adapter is the database. Changes have connections of their own: no reader takes them. */
export const knexPorts = (db: Knex, writing: Knex, clock: Clock, seals: Seals) => ({
  archive: knexMessageArchive(db),
  attachments: knexAttachmentReader(db),
  botStorage: knexBotStorage(db),
  /** They are written in transactions only. */
  credentials: knexCredentials(db) as CredentialReader,
  deadLetters: knexDeadLetters(db),
  directConversations: knexDirectConversations(db),
  eventLog: knexEventLog(db),
  eventStore: knexEventStore(writing, clock, seals),
  jobQueue: knexJobQueue(db, seals),
  messages: knexMessageReader(db),
  personal: knexPersonalReader(db),
  pictures: knexPictureReader(db),
  presenceStore: knexPresenceStore(db),
  queueStore: knexEventQueueStore(db),
  readStates: knexReadStateReader(db),
  registry: knexRealmRegistry(db),
  sessions: knexSessionStore(db),
  shownPushes: knexShownPushes(db),
  singleRunner: knexSingleRunner(db),
  snapshots: knexRealmSnapshots(db),
  workFinder: knexWorkFinder(db),
});
