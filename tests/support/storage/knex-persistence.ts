import type { Knex } from "knex";
import { knexApiKeyUses } from "../../../src/adapters/persistence/knex/api-keys/api-key-uses";
import { knexBotStorage } from "../../../src/adapters/persistence/knex/bots/bot-storage";
import { knexSharedClock } from "../../../src/adapters/persistence/knex/database/shared-clock";
import { knexEventLog } from "../../../src/adapters/persistence/knex/events/event-log";
import { knexEventQueueStore } from "../../../src/adapters/persistence/knex/events/event-queue-store";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexRealmSnapshots } from "../../../src/adapters/persistence/knex/events/realm-snapshots";
import { knexUserSnapshots } from "../../../src/adapters/persistence/knex/events/user-snapshots";
import { knexAttachmentReader } from "../../../src/adapters/persistence/knex/files/attachment-reader";
import { knexPictureReader } from "../../../src/adapters/persistence/knex/files/picture-reader";
import { knexUploadReservations } from "../../../src/adapters/persistence/knex/files/upload-reservations";
import { knexDeadLetters } from "../../../src/adapters/persistence/knex/jobs/dead-letters";
import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import { knexSingleRunner } from "../../../src/adapters/persistence/knex/jobs/single-runner";
import { knexWorkFinder } from "../../../src/adapters/persistence/knex/jobs/work-finder";
import { knexMailedMarks } from "../../../src/adapters/persistence/knex/mail/mailed-marks";
import { knexDirectConversations } from "../../../src/adapters/persistence/knex/messages/direct-conversations";
import { knexMessageArchive } from "../../../src/adapters/persistence/knex/messages/message-archive";
import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import { knexReadStateReader } from "../../../src/adapters/persistence/knex/messages/read-state-reader";
import { knexRelayedRealms } from "../../../src/adapters/persistence/knex/push/relayed-realms";
import { knexShownPushes } from "../../../src/adapters/persistence/knex/push/shown-pushes";
import { knexAuditLog } from "../../../src/adapters/persistence/knex/realm/audit-log";
import { knexRealmRegistry } from "../../../src/adapters/persistence/knex/realm/realm-registry";
import { knexCredentials } from "../../../src/adapters/persistence/knex/users/credentials";
import { knexPresenceStore } from "../../../src/adapters/persistence/knex/users/presence-store";
import { knexFactorUses } from "../../../src/adapters/persistence/knex/users/second-factors";
import { knexSessionStore } from "../../../src/adapters/persistence/knex/users/session-store";
import { knexSignOnIdentities } from "../../../src/adapters/persistence/knex/users/sign-on-identities";
import { knexUserDataReader } from "../../../src/adapters/persistence/knex/users/user-data-reader";
import { fixedClock, reversingSeals } from "../application/fakes";
import { failOn, type Persistence } from "./persistence";

export const knexPersistence = (db: Knex): Persistence => {
  const clock = fixedClock();
  return {
    clock,
    eventStore: knexEventStore(db, clock, reversingSeals),
    onError: failOn,
    snapshots: knexRealmSnapshots(db),
    userSnapshots: knexUserSnapshots(db),
    messages: knexMessageReader(db),
    readStates: knexReadStateReader(db),
    directConversations: knexDirectConversations(db),
    credentials: knexCredentials(db),
    eventLog: knexEventLog(db),
    queueStore: knexEventQueueStore(db),
    presenceStore: knexPresenceStore(db),
    userData: knexUserDataReader(db),
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
    mailedMarks: knexMailedMarks(db),
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
    storageNow: async () => Math.floor(await knexSharedClock(db).now()),
    letLeasesAge: async (milliseconds) => {
      await db.raw("UPDATE jobs SET leased_until = leased_until - ?", [milliseconds]);
    },
  };
};

/** Appends events to a realm in any form. */
export const logAsStored = async (db: Knex, realmId: number, events: readonly unknown[]): Promise<void> => {
  for (const event of events)
    await db.transaction(async (trx) => {
      const { rows } = await trx.raw(
        `UPDATE realm_heads SET position = position + 1, oldest_at = coalesce(oldest_at, 0)
         WHERE realm_id = ? RETURNING position`,
        [realmId],
      );
      await trx.raw("INSERT INTO events (realm_id, position, logged_at, event) VALUES (?, ?, 0, ?)", [
        realmId,
        rows[0].position,
        JSON.stringify(event),
      ]);
    });
};
