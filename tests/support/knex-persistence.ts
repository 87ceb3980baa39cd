import type { Knex } from "knex";
import { knexAttachmentReader } from "../../src/adapters/persistence/knex/attachment-reader";
import { knexBotStorage } from "../../src/adapters/persistence/knex/bot-storage";
import { knexCredentials } from "../../src/adapters/persistence/knex/credentials";
import { knexDeadLetters } from "../../src/adapters/persistence/knex/dead-letters";
import { knexDirectConversations } from "../../src/adapters/persistence/knex/direct-conversations";
import { knexEventLog } from "../../src/adapters/persistence/knex/event-log";
import { knexEventQueueStore } from "../../src/adapters/persistence/knex/event-queue-store";
import { knexEventStore } from "../../src/adapters/persistence/knex/event-store";
import { knexJobQueue } from "../../src/adapters/persistence/knex/job-queue";
import { knexMessageArchive } from "../../src/adapters/persistence/knex/message-archive";
import { knexMessageReader } from "../../src/adapters/persistence/knex/message-reader";
import { knexPersonalReader } from "../../src/adapters/persistence/knex/personal-reader";
import { knexPictureReader } from "../../src/adapters/persistence/knex/picture-reader";
import { knexPresenceStore } from "../../src/adapters/persistence/knex/presence-store";
import { knexReadStateReader } from "../../src/adapters/persistence/knex/read-state-reader";
import { knexRealmRegistry } from "../../src/adapters/persistence/knex/realm-registry";
import { knexRealmSnapshots } from "../../src/adapters/persistence/knex/realm-snapshots";
import { knexSessionStore } from "../../src/adapters/persistence/knex/session-store";
import { knexShownPushes } from "../../src/adapters/persistence/knex/shown-pushes";
import { knexSingleRunner } from "../../src/adapters/persistence/knex/single-runner";
import { knexWorkFinder } from "../../src/adapters/persistence/knex/work-finder";
import { fixedClock, reversingSeals } from "./fakes";
import { failOn, type Persistence } from "./persistence";

export const knexPersistence = (db: Knex): Persistence => {
  const clock = fixedClock();
  return {
    clock,
    eventStore: knexEventStore(db, clock, reversingSeals),
    onError: failOn,
    snapshots: knexRealmSnapshots(db),
    messages: knexMessageReader(db),
    readStates: knexReadStateReader(db),
    directConversations: knexDirectConversations(db),
    credentials: knexCredentials(db),
    eventLog: knexEventLog(db),
    queueStore: knexEventQueueStore(db),
    presenceStore: knexPresenceStore(db),
    personal: knexPersonalReader(db),
    attachments: knexAttachmentReader(db),
    registry: knexRealmRegistry(db),
    archive: knexMessageArchive(db),
    jobQueue: knexJobQueue(db, reversingSeals),
    deadLetters: knexDeadLetters(db),
    botStorage: knexBotStorage(db),
    shownPushes: knexShownPushes(db),
    sessions: knexSessionStore(db),
    singleRunner: knexSingleRunner(db),
    pictures: knexPictureReader(db),
    workFinder: knexWorkFinder(db),
    logAsStored: (realmId, events) => logAsStored(db, realmId, events),
  };
};

/** Puts events after the newest of a realm, in whatever form. */
export const logAsStored = async (db: Knex, realmId: number, events: readonly unknown[]): Promise<void> => {
  for (const event of events)
    await db.raw(
      `WITH head AS (UPDATE realm_heads SET position = position + 1 WHERE realm_id = ? RETURNING position)
       INSERT INTO events (realm_id, position, logged_at, event) SELECT ?, position, 0, ? FROM head`,
      [realmId, realmId, JSON.stringify(event)],
    );
};
