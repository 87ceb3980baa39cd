import type { ApiKeyUses } from "../../../src/application/ports/api-keys/api-key-uses";
import type { BotStorage } from "../../../src/application/ports/bots/bot-storage";
import type { EventLog } from "../../../src/application/ports/events/event-log";
import type { EventQueueStore } from "../../../src/application/ports/events/event-queue-store";
import type { EventStore } from "../../../src/application/ports/events/event-store";
import type { RealmSnapshots } from "../../../src/application/ports/events/realm-snapshots";
import type { UserSnapshots } from "../../../src/application/ports/events/user-snapshots";
import type { AttachmentReader } from "../../../src/application/ports/files/attachment-reader";
import type { UploadReservations } from "../../../src/application/ports/files/upload-reservations";
import type { DeadLetters } from "../../../src/application/ports/jobs/dead-letters";
import type { JobQueue } from "../../../src/application/ports/jobs/job-queue";
import type { SingleRunner } from "../../../src/application/ports/jobs/single-runner";
import type { WorkFinder } from "../../../src/application/ports/jobs/work-finder";
import type { CredentialReader } from "../../../src/application/ports/login/credentials";
import type { FactorUses } from "../../../src/application/ports/login/factor-uses";
import type { SessionStore } from "../../../src/application/ports/login/session-store";
import type { SignOnIdentities } from "../../../src/application/ports/login/sign-on-identities";
import type { MailedMarks } from "../../../src/application/ports/mail/mailed-marks";
import type { DirectConversations } from "../../../src/application/ports/messages/direct-conversations";
import type { MessageArchive } from "../../../src/application/ports/messages/message-archive";
import type { MessageReader } from "../../../src/application/ports/messages/message-reader";
import type { ReadStateReader } from "../../../src/application/ports/messages/read-state-reader";
import type { PictureReader } from "../../../src/application/ports/pictures/picture-reader";
import type { RelayedRealms } from "../../../src/application/ports/push/relayed-realms";
import type { ShownPushes } from "../../../src/application/ports/push/shown-pushes";
import type { AuditLog } from "../../../src/application/ports/realm/audit-log";
import type { RealmRegistry } from "../../../src/application/ports/realm/realm-registry";
import type { PresenceStore } from "../../../src/application/ports/users/presence-store";
import type { UserDataReader } from "../../../src/application/ports/users/user-data-reader";
import { fixedClock } from "../application/fakes";
import { memoryApiKeyUses } from "./memory/api-keys/api-key-uses";
import { memoryBotStorage } from "./memory/bots/bot-storage";
import { memoryEventLog } from "./memory/events/event-log";
import { memoryEventQueueStore } from "./memory/events/event-queue-store";
import { memoryEventStore } from "./memory/events/event-store";
import { memoryRealmSnapshots } from "./memory/events/realm-snapshots";
import { memoryUserSnapshots } from "./memory/events/user-snapshots";
import { memoryAttachmentReader } from "./memory/files/attachment-reader";
import { memoryPictureReader } from "./memory/files/picture-reader";
import { memoryUploadReservations } from "./memory/files/upload-reservations";
import { memoryDeadLetters } from "./memory/jobs/dead-letters";
import { memoryJobQueue } from "./memory/jobs/job-queue";
import { memorySingleRunner } from "./memory/jobs/single-runner";
import { memoryWorkFinder } from "./memory/jobs/work-finder";
import { memoryMailedMarks } from "./memory/mail/mailed-marks";
import { memoryDirectConversations } from "./memory/messages/direct-conversations";
import { memoryMessageArchive } from "./memory/messages/message-archive";
import { memoryMessageReader } from "./memory/messages/message-reader";
import { memoryReadStateReader } from "./memory/messages/read-state-reader";
import { memoryRelayedRealms } from "./memory/push/relayed-realms";
import { memoryShownPushes } from "./memory/push/shown-pushes";
import { memoryAuditLog } from "./memory/realm/audit-log";
import { memoryRealmRegistry } from "./memory/realm/realm-registry";
import { changeTables, memoryStorage } from "./memory/storage";
import { memoryCredentials } from "./memory/users/credentials";
import { memoryFactorUses } from "./memory/users/factor-uses";
import { memoryPresenceStore } from "./memory/users/presence-store";
import { memorySessionStore } from "./memory/users/session-store";
import { memorySignOnIdentities } from "./memory/users/sign-on-identities";
import { memoryUserDataReader } from "./memory/users/user-data-reader";

/** Every port to storage, and the clock that it was given. */
export interface Persistence {
  readonly clock: ReturnType<typeof fixedClock>;
  readonly eventStore: EventStore;
  /** Receives background errors; a test that doesn't expect any fails. */
  readonly onError: (error: unknown) => void;
  readonly snapshots: RealmSnapshots;
  readonly userSnapshots: UserSnapshots;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly directConversations: DirectConversations;
  readonly credentials: CredentialReader;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly presenceStore: PresenceStore;
  readonly userData: UserDataReader;
  readonly apiKeyUses: ApiKeyUses;
  readonly auditLog: AuditLog;
  readonly attachments: AttachmentReader;
  readonly registry: RealmRegistry;
  readonly archive: MessageArchive;
  readonly jobQueue: JobQueue;
  readonly deadLetters: DeadLetters;
  readonly botStorage: BotStorage;
  readonly relayedRealms: RelayedRealms;
  readonly shownPushes: ShownPushes;
  readonly mailedMarks: MailedMarks;
  readonly factorUses: FactorUses;
  readonly sessions: SessionStore;
  readonly signOnIdentities: SignOnIdentities;
  readonly singleRunner: SingleRunner;
  readonly pictures: PictureReader;
  readonly uploadReservations: UploadReservations;
  readonly workFinder: WorkFinder;
  /** Appends events in any form, as another version of the program may have done. */
  readonly logAsStored: (realmId: number, events: readonly unknown[]) => Promise<void>;
  /** Loses the log's newest events, as when a database fails over to a replica that is behind. */
  readonly loseAfter: (realmId: number, position: number) => Promise<void>;
  /** Lets time pass for the leases of jobs. */
  readonly letLeasesAge: (milliseconds: number) => Promise<void>;
  /** The time by the storage's own clock, in Unix milliseconds. */
  readonly storageNow: () => Promise<number>;
}

/** A contract is a function of this and runs on each adapter. Other tests may share the storage. */
export type OpenPersistence = () => Persistence;

/** Fails the test, outside of anything that catches. */
export const failOn = (error: unknown): void => {
  process.nextTick(() => {
    throw error;
  });
};

export const memoryPersistence = (storage = memoryStorage()): Persistence => {
  const clock = fixedClock();
  return {
    clock,
    eventStore: memoryEventStore(storage, clock),
    onError: failOn,
    snapshots: memoryRealmSnapshots(storage),
    userSnapshots: memoryUserSnapshots(storage),
    messages: memoryMessageReader(storage),
    readStates: memoryReadStateReader(storage),
    directConversations: memoryDirectConversations(storage),
    credentials: memoryCredentials(storage),
    eventLog: memoryEventLog(storage),
    queueStore: memoryEventQueueStore(storage),
    presenceStore: memoryPresenceStore(storage),
    userData: memoryUserDataReader(storage),
    apiKeyUses: memoryApiKeyUses(storage),
    auditLog: memoryAuditLog(storage),
    attachments: memoryAttachmentReader(storage),
    registry: memoryRealmRegistry(storage),
    archive: memoryMessageArchive(storage),
    jobQueue: memoryJobQueue(storage, clock),
    deadLetters: memoryDeadLetters(storage, clock),
    botStorage: memoryBotStorage(storage),
    relayedRealms: memoryRelayedRealms(storage),
    shownPushes: memoryShownPushes(storage),
    mailedMarks: memoryMailedMarks(storage),
    factorUses: memoryFactorUses(storage),
    sessions: memorySessionStore(storage),
    signOnIdentities: memorySignOnIdentities(storage),
    singleRunner: memorySingleRunner(storage),
    pictures: memoryPictureReader(storage),
    uploadReservations: memoryUploadReservations(storage),
    workFinder: memoryWorkFinder(storage),
    logAsStored: (realmId, events) =>
      changeTables(storage, realmId, (tables) => {
        for (const event of events) {
          const position = tables.head.position + 1;
          tables.head = { ...tables.head, position };
          tables.log.set(position, { event: JSON.stringify(event), undo: "[]", loggedAt: clock.now() });
        }
      }),
    loseAfter: (realmId, position) =>
      changeTables(storage, realmId, (tables) => {
        for (const at of [...tables.log.keys()]) if (at > position) tables.log.delete(at);
        tables.head = { ...tables.head, position };
        tables.state = tables.state.at(position);
      }),
    letLeasesAge: async (milliseconds) => clock.advance(milliseconds),
    storageNow: async () => clock.now(),
  };
};
