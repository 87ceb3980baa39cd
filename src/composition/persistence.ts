import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { failingAs } from "../adapters/decorators/failing-as";
import { type RetryPolicy, retried } from "../adapters/decorators/retried";
import { timed } from "../adapters/decorators/timed";
import { knexApiKeyUses } from "../adapters/persistence/knex/api-key-uses";
import { knexAttachmentReader } from "../adapters/persistence/knex/attachment-reader";
import { knexAuditLog } from "../adapters/persistence/knex/audit-log";
import { knexBotStorage } from "../adapters/persistence/knex/bot-storage";
import { knexCredentials } from "../adapters/persistence/knex/credentials";
import { knexDeadLetters } from "../adapters/persistence/knex/dead-letters";
import { knexDirectConversations } from "../adapters/persistence/knex/direct-conversations";
import { knexEventLog } from "../adapters/persistence/knex/event-log";
import { knexEventQueueStore } from "../adapters/persistence/knex/event-queue-store";
import { knexEventStore } from "../adapters/persistence/knex/event-store";
import { knexJobQueue } from "../adapters/persistence/knex/job-queue";
import { isLostConnection } from "../adapters/persistence/knex/lost-connection";
import { knexMessageArchive } from "../adapters/persistence/knex/message-archive";
import { knexMessageReader } from "../adapters/persistence/knex/message-reader";
import { knexPersonalReader } from "../adapters/persistence/knex/personal-reader";
import { knexPictureReader } from "../adapters/persistence/knex/picture-reader";
import { knexPresenceStore } from "../adapters/persistence/knex/presence-store";
import { knexReadStateReader } from "../adapters/persistence/knex/read-state-reader";
import { knexRealmRegistry } from "../adapters/persistence/knex/realm-registry";
import { knexRealmSnapshots } from "../adapters/persistence/knex/realm-snapshots";
import { knexRelayedRealms } from "../adapters/persistence/knex/relayed-realms";
import { knexFactorUses } from "../adapters/persistence/knex/second-factors";
import { knexSessionStore } from "../adapters/persistence/knex/session-store";
import { knexShownPushes } from "../adapters/persistence/knex/shown-pushes";
import { knexSignOnIdentities } from "../adapters/persistence/knex/sign-on-identities";
import { knexSingleRunner } from "../adapters/persistence/knex/single-runner";
import { isTimedOut } from "../adapters/persistence/knex/timed-out";
import { knexUploadReservations } from "../adapters/persistence/knex/upload-reservations";
import { knexWorkFinder } from "../adapters/persistence/knex/work-finder";
import type { Clock } from "../application/ports/clock";
import type { CredentialReader } from "../application/ports/credentials";
import type { Metrics } from "../application/ports/metrics";
import { ReadTookTooLong } from "../application/ports/read-took-too-long";
import type { Seals } from "../application/ports/seals";

interface Surroundings {
  readonly clock: Clock;
  readonly seals: Seals;
  readonly metrics: Metrics;
}

/** A read whose connection ended is asked again within about a second. */
const patience = { attempts: 4, firstWait: 50, longestWait: 500 };

/** What looks through messages, and takes longer the more it is asked for. */
const searches = ["around", "heads", "among", "highlighted", "firstUnreadId"] as const;
const tooLong = (error: unknown): unknown => (isTimedOut(error) ? new ReadTookTooLong(error) : error);

/** How the readers of a database are called: measured, and again after a lost connection. */
const callingWith = (metrics: Metrics) => {
  const policy = (port: string): RetryPolicy => ({
    ...patience,
    mayRecover: isLostConnection,
    random: Math.random,
    wait: (milliseconds) => sleep(milliseconds),
    onRetry: (method) => metrics.count("port_retries_total", { port, method }),
  });
  return {
    /** A port that changes nothing. */
    reader: <Port extends object>(name: string, port: Port): Port =>
      timed(retried(port, "all", policy(name)), name, metrics),
    /** A port of which only these methods change nothing. */
    store: <Port extends object>(
      name: string,
      port: Port,
      reads: Parameters<typeof retried<Port>>[1],
    ): Port => timed(retried(port, reads, policy(name)), name, metrics),
  };
};

/** The ports whose adapter is the database. Changes have connections of their own: no reader takes them. */
export const knexPorts = (db: Knex, writing: Knex, { clock, seals, metrics }: Surroundings) => {
  const { reader, store } = callingWith(metrics);
  return {
    apiKeyUses: store("API key uses", knexApiKeyUses(db), ["last"]),
    archive: store("message archive", knexMessageArchive(db), ["deletedSince"]),
    auditLog: store("audit log", knexAuditLog(db), ["page"]),
    attachments: reader("attachments", knexAttachmentReader(db)),
    botStorage: knexBotStorage(db),
    /** They are written in transactions only. */
    credentials: store<CredentialReader>("credentials", knexCredentials(db), [
      "passwordHash",
      "lastPasswordHashes",
      "secondFactors",
      "recoveryCodes",
      "callToken",
    ]),
    deadLetters: store("dead letters", knexDeadLetters(db), ["list", "waiting"]),
    directConversations: reader("direct conversations", knexDirectConversations(db)),
    eventLog: store("event log", knexEventLog(db), ["after", "forgotten", "head", "heads", "undosAfter"]),
    /** Nothing is written before a turn ends. */
    eventStore: store("event store", knexEventStore(writing, clock, seals), ["begin"]),
    factorUses: knexFactorUses(db),
    jobQueue: timed(knexJobQueue(db, seals), "job queue", metrics),
    messages: failingAs(reader("messages", knexMessageReader(db)), searches, tooLong),
    personal: reader("personal", knexPersonalReader(db)),
    pictures: reader("pictures", knexPictureReader(db)),
    presenceStore: store("presence", knexPresenceStore(db), ["load"]),
    queueStore: knexEventQueueStore(db),
    readStates: reader("read states", knexReadStateReader(db)),
    registry: reader("realm registry", knexRealmRegistry(db)),
    relayedRealms: knexRelayedRealms(db),
    sessions: store("sessions", knexSessionStore(db), ["find", "of"]),
    shownPushes: knexShownPushes(db),
    signOnIdentities: store("sign-on identities", knexSignOnIdentities(db), ["find"]),
    singleRunner: knexSingleRunner(db),
    snapshots: store("realm snapshots", knexRealmSnapshots(db), ["load"]),
    uploadReservations: store("upload reservations", knexUploadReservations(db), ["amongPaths", "expired"]),
    workFinder: reader("work finder", knexWorkFinder(db)),
  };
};

/**
 * What the realms' states are read from, on connections of their own: whoever holds another connection may wait for a
 * state to catch up, which must not wait for a connection in turn.
 */
export const statePorts = (following: Knex, metrics: Metrics) => {
  const { store } = callingWith(metrics);
  return {
    eventLog: store("event log for states", knexEventLog(following), [
      "after",
      "forgotten",
      "head",
      "heads",
      "undosAfter",
    ]),
    snapshots: store("realm snapshots for states", knexRealmSnapshots(following), ["load"]),
  };
};
