import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { guardedByRealm } from "../../adapters/decorators/guarded-by-realm";
import { queuesInSharedTime } from "../../adapters/decorators/queues-in-shared-time";
import { type RetryPolicy, retried } from "../../adapters/decorators/retried";
import { timed } from "../../adapters/decorators/timed";
import { traced } from "../../adapters/decorators/traced";
import { translatedFailures } from "../../adapters/decorators/translated-failures";
import { watchedCommits } from "../../adapters/decorators/watched-commits";
import { CircuitBreakers } from "../../adapters/persistence/breakers/circuit-breakers";
import { NodeBreakers } from "../../adapters/persistence/breakers/node-breakers";
import {
  logOfEachNode,
  presencesOfEachNode,
  queuesOfEachNode,
} from "../../adapters/persistence/breakers/node-by-node";
import { RealmBreakers } from "../../adapters/persistence/breakers/realm-breakers";
import type { StorageNodes } from "../../adapters/persistence/breakers/storage-nodes";
import { knexApiKeyUses } from "../../adapters/persistence/knex/api-keys/api-key-uses";
import { knexBotStorage } from "../../adapters/persistence/knex/bots/bot-storage";
import { isOnCitus } from "../../adapters/persistence/knex/database/by-realm";
import { isLostConnection } from "../../adapters/persistence/knex/database/lost-connection";
import { isUnanswered } from "../../adapters/persistence/knex/database/silent-connections";
import { storageAnswers } from "../../adapters/persistence/knex/database/storage-answers";
import { knexStorageNodes } from "../../adapters/persistence/knex/database/storage-nodes";
import { isTimedOut } from "../../adapters/persistence/knex/database/timed-out";
import { knexEventLog } from "../../adapters/persistence/knex/events/event-log";
import { knexEventQueueStore } from "../../adapters/persistence/knex/events/event-queue-store";
import { knexEventStore } from "../../adapters/persistence/knex/events/event-store";
import { knexRealmSnapshots } from "../../adapters/persistence/knex/events/realm-snapshots";
import { knexUserSnapshots } from "../../adapters/persistence/knex/events/user-snapshots";
import { knexAttachmentReader } from "../../adapters/persistence/knex/files/attachment-reader";
import { knexPictureReader } from "../../adapters/persistence/knex/files/picture-reader";
import { knexUploadReservations } from "../../adapters/persistence/knex/files/upload-reservations";
import { knexDeadLetters } from "../../adapters/persistence/knex/jobs/dead-letters";
import { knexJobQueue } from "../../adapters/persistence/knex/jobs/job-queue";
import { knexSingleRunner } from "../../adapters/persistence/knex/jobs/single-runner";
import { knexWorkFinder } from "../../adapters/persistence/knex/jobs/work-finder";
import { knexMailedMarks } from "../../adapters/persistence/knex/mail/mailed-marks";
import { knexDirectConversations } from "../../adapters/persistence/knex/messages/direct-conversations";
import { knexMessageArchive } from "../../adapters/persistence/knex/messages/message-archive";
import { knexMessageReader } from "../../adapters/persistence/knex/messages/message-reader";
import { knexReadStateReader } from "../../adapters/persistence/knex/messages/read-state-reader";
import { knexRelayedRealms } from "../../adapters/persistence/knex/push/relayed-realms";
import { knexShownPushes } from "../../adapters/persistence/knex/push/shown-pushes";
import { knexAuditLog } from "../../adapters/persistence/knex/realm/audit-log";
import { knexRealmRegistry } from "../../adapters/persistence/knex/realm/realm-registry";
import { knexCredentials } from "../../adapters/persistence/knex/users/credentials";
import { knexPresenceStore } from "../../adapters/persistence/knex/users/presence-store";
import { knexFactorUses } from "../../adapters/persistence/knex/users/second-factors";
import { knexSessionStore } from "../../adapters/persistence/knex/users/session-store";
import { knexSignOnIdentities } from "../../adapters/persistence/knex/users/sign-on-identities";
import { knexUserDataReader } from "../../adapters/persistence/knex/users/user-data-reader";
import type { RealmOwnership } from "../../adapters/wakeup/realm-ownership";
import type { CredentialReader } from "../../application/ports/login/credentials";
import { ReadTookTooLong } from "../../application/ports/messages/read-took-too-long";
import type { Clock } from "../../application/ports/system/clock";
import type { Metrics } from "../../application/ports/system/metrics";
import type { Seals } from "../../application/ports/system/seals";
import type { Tracing } from "../../application/ports/system/tracing";

interface PersistenceOptions {
  readonly clock: Clock;
  /** How far the clock of use cases is ahead of the database's, in milliseconds. */
  readonly clockAhead?: () => number;
  readonly seals: Seals;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Receives a line for operators when commits take long. */
  readonly onError: (line: string) => void;
  /** Absent where nothing else changes realms. */
  readonly ownership?: RealmOwnership;
  readonly breakers?: ProcessBreakers;
}

/** A read on a lost connection is retried for about a second. */
const patience = { attempts: 4, firstWait: 50, longestWait: 500 };

/** Message searches, which take longer the more they ask for: whoever asks can do something about a slow one. */
const searches = ["around", "heads", "among", "highlighted", "firstUnreadId"] as const;
const tooLong = (error: unknown): unknown => (isTimedOut(error) ? new ReadTookTooLong(error) : error);

const onDatabase = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;

/** The circuit breakers of Citus' nodes, which the pools of a process share. */
export interface ProcessBreakers {
  readonly storageNodes: StorageNodes;
  readonly nodes: NodeBreakers;
  /** Whether a realm's storage answers. */
  readonly answers: (realmId: number) => Promise<boolean>;
}

export const processBreakers = (db: Knex, clock: Clock): ProcessBreakers => ({
  storageNodes: knexStorageNodes(db, clock),
  nodes: new NodeBreakers(() => clock.now()),
  answers: storageAnswers(db),
});

/** A node of Citus leaves a third of a pool's connections to the others. */
const mostPerNode = ({ client }: Knex): number => Math.max(1, Math.floor((2 * client.pool.max) / 3));

const realmsOf = (clock: Clock): CircuitBreakers<number> => new CircuitBreakers(() => clock.now());

/** The breakers of a pool's calls about realms whose storage doesn't answer. On Citus, those of other nodes still do. */
const breakersOn = (db: Knex, shared: ProcessBreakers, realms: CircuitBreakers<number>): RealmBreakers =>
  new RealmBreakers({
    ...shared,
    realms,
    isUnanswered: (error) => isTimedOut(error) || isUnanswered(error),
    isApart: () => isOnCitus(db),
    mostPerNode: mostPerNode(db),
  });

/** Wraps the database's readers: measured, and retried after a lost connection. */
const callingWith = (metrics: Metrics, tracing: Tracing, breakers: RealmBreakers) => {
  const policy = (port: string): RetryPolicy => ({
    ...patience,
    mayRecover: isLostConnection,
    random: Math.random,
    wait: (milliseconds) => sleep(milliseconds),
    mayRetry: (method) => metrics.startAtZero("port_retries_total", { port, method }),
    onRetry: (method) => metrics.count("port_retries_total", { port, method }),
  });
  const watched = <Port extends object>(name: string, port: Port): Port =>
    traced(timed(port, name, metrics), name, tracing, onDatabase);
  const persistent = <Port extends object>(
    name: string,
    port: Port,
    reads: Parameters<typeof retried<Port>>[1],
  ): Port => watched(name, retried(port, reads, policy(name)));
  return {
    /** A port that only reads. */
    reader: <Port extends object>(name: string, port: Port): Port =>
      persistent(name, guardedByRealm(port, breakers), "all"),
    /** A port that also writes. Only the methods in `reads` are retried. */
    store: <Port extends object>(
      name: string,
      port: Port,
      reads: Parameters<typeof retried<Port>>[1],
    ): Port => persistent(name, guardedByRealm(port, breakers), reads),
    /** A port whose methods take no realm first. */
    apart: persistent,
  };
};

/** The ports on the database. Changes have separate connections, which no reader takes. */
export const knexPorts = (
  db: Knex,
  writing: Knex,
  {
    clock,
    clockAhead = () => 0,
    seals,
    metrics,
    tracing,
    onError,
    ownership,
    breakers: shared = processBreakers(db, clock),
  }: PersistenceOptions,
) => {
  const realms = realmsOf(clock);
  const breakers = breakersOn(db, shared, realms);
  const { reader, store, apart } = callingWith(metrics, tracing, breakers);
  return {
    apiKeyUses: store("API key uses", knexApiKeyUses(db), ["last"]),
    archive: store("message archive", knexMessageArchive(db), ["deletedSince"]),
    auditLog: store("audit log", knexAuditLog(db), ["page"]),
    attachments: reader("attachments", knexAttachmentReader(db)),
    botStorage: knexBotStorage(db),
    /** They are written only in transactions. */
    credentials: store<CredentialReader>("credentials", knexCredentials(db), [
      "passwordHash",
      "lastPasswordHashes",
      "secondFactors",
      "recoveryCodes",
      "callToken",
    ]),
    deadLetters: apart("dead letters", knexDeadLetters(db), ["list", "standing", "waiting"]),
    directConversations: reader("direct conversations", knexDirectConversations(db)),
    eventLog: store("event log", logOfEachNode(knexEventLog(db), breakers), [
      "after",
      "prunedUpTo",
      "head",
      "heads",
      "undos",
    ]),
    /** Nothing is written before `append`. */
    eventStore: watchedCommits(
      apart(
        "event store",
        knexEventStore(writing, clock, seals, ownership, breakersOn(writing, shared, realms)),
        ["begin"],
      ),
      { metrics, onError },
    ),
    factorUses: knexFactorUses(db),
    jobQueue: timed(knexJobQueue(db, seals), "job queue", metrics),
    mailedMarks: store("mailed marks", knexMailedMarks(db), ["find"]),
    messages: reader("messages", translatedFailures(knexMessageReader(db), searches, tooLong)),
    userData: reader("userData", knexUserDataReader(db)),
    pictures: reader("pictures", knexPictureReader(db)),
    presenceStore: store("presence", presencesOfEachNode(knexPresenceStore(db), breakers), ["load"]),
    queueStore: guardedByRealm(
      queuesOfEachNode(queuesInSharedTime(knexEventQueueStore(db), clockAhead), breakers),
      breakers,
    ),
    readStates: reader("read states", knexReadStateReader(db)),
    registry: apart("realm registry", knexRealmRegistry(db), "all"),
    relayedRealms: knexRelayedRealms(db),
    sessions: store("sessions", knexSessionStore(db), ["find", "among", "list"]),
    shownPushes: knexShownPushes(db),
    signOnIdentities: store("sign-on identities", knexSignOnIdentities(db), ["find"]),
    singleRunner: knexSingleRunner(db),
    snapshots: store("realm snapshots", knexRealmSnapshots(db), ["load"]),
    uploadReservations: store("upload reservations", knexUploadReservations(db), ["amongPaths", "expired"]),
    userSnapshots: reader("user snapshots", knexUserSnapshots(db)),
    workFinder: apart("work finder", knexWorkFinder(db), "all"),
  };
};

/**
 * The ports from which states are read, with separate connections: a caller may hold another connection while
 * a state catches up, which must then not wait for a connection itself.
 */
export const statePorts = (
  following: Knex,
  {
    clock,
    metrics,
    tracing,
    breakers,
  }: Pick<Required<PersistenceOptions>, "breakers" | "clock" | "metrics" | "tracing">,
) => {
  const { store } = callingWith(metrics, tracing, breakersOn(following, breakers, realmsOf(clock)));
  return {
    eventLog: store("event log for states", knexEventLog(following), [
      "after",
      "prunedUpTo",
      "head",
      "heads",
      "undos",
    ]),
    snapshots: store("realm snapshots for states", knexRealmSnapshots(following), ["load"]),
  };
};
