import type { Knex } from "knex";
import { knexApiKeyUses } from "../../src/adapters/persistence/knex/api-key-uses";
import { knexAttachmentReader } from "../../src/adapters/persistence/knex/attachment-reader";
import { knexAuditLog } from "../../src/adapters/persistence/knex/audit-log";
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
import { knexRelayedRealms } from "../../src/adapters/persistence/knex/relayed-realms";
import { knexFactorUses } from "../../src/adapters/persistence/knex/second-factors";
import { knexSessionStore } from "../../src/adapters/persistence/knex/session-store";
import { knexShownPushes } from "../../src/adapters/persistence/knex/shown-pushes";
import { knexSignOnIdentities } from "../../src/adapters/persistence/knex/sign-on-identities";
import { knexSingleRunner } from "../../src/adapters/persistence/knex/single-runner";
import { knexUploadReservations } from "../../src/adapters/persistence/knex/upload-reservations";
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
    apiKeyUses: knexApiKeyUses(db),
    auditLog: knexAuditLog(db),
    attachments: knexAttachmentReader(db),
    registry: knexRealmRegistry(db),
    archive: knexMessageArchive(db),
    jobQueue: knexJobQueue(db, reversingSeals),
    deadLetters: knexDeadLetters(db),
    botStorage: knexBotStorage(db),
    relayedRealms: knexRelayedRealms(db),
    shownPushes: knexShownPushes(db),
    factorUses: knexFactorUses(db),
    sessions: knexSessionStore(db),
    signOnIdentities: knexSignOnIdentities(db),
    singleRunner: knexSingleRunner(db),
    pictures: knexPictureReader(db),
    uploadReservations: knexUploadReservations(db),
    workFinder: knexWorkFinder(db),
    logAsStored: (realmId, events) => logAsStored(db, realmId, events),
    loseAfter: async (realmId, position) => {
      await db.raw("DELETE FROM events WHERE realm_id = ? AND position > ?", [realmId, position]);
      await db.raw("UPDATE realm_heads SET position = ? WHERE realm_id = ?", [position, realmId]);
    },
    letLeasesAge: async (milliseconds) => {
      await db.raw("UPDATE jobs SET leased_until = leased_until - ?", [milliseconds]);
    },
  };
};

/** Puts events after the newest of a realm, in whatever form. */
export const logAsStored = async (db: Knex, realmId: number, events: readonly unknown[]): Promise<void> => {
  for (const event of events)
    await db.raw(
      `WITH head AS (UPDATE realm_heads SET position = position + 1, oldest_at = coalesce(oldest_at, 0)
         WHERE realm_id = ? RETURNING position)
       INSERT INTO events (realm_id, position, logged_at, event) SELECT ?, position, 0, ? FROM head`,
      [realmId, realmId, JSON.stringify(event)],
    );
};
