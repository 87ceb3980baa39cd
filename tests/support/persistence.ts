import { memoryApiKeyUses } from "../../src/adapters/persistence/memory/api-key-uses";
import { memoryAttachmentReader } from "../../src/adapters/persistence/memory/attachment-reader";
import { memoryAuditLog } from "../../src/adapters/persistence/memory/audit-log";
import { memoryBotStorage } from "../../src/adapters/persistence/memory/bot-storage";
import { memoryCredentials } from "../../src/adapters/persistence/memory/credentials";
import { memoryDeadLetters } from "../../src/adapters/persistence/memory/dead-letters";
import { memoryDirectConversations } from "../../src/adapters/persistence/memory/direct-conversations";
import { memoryEventLog } from "../../src/adapters/persistence/memory/event-log";
import { memoryEventQueueStore } from "../../src/adapters/persistence/memory/event-queue-store";
import { memoryEventStore } from "../../src/adapters/persistence/memory/event-store";
import { memoryFactorUses } from "../../src/adapters/persistence/memory/factor-uses";
import { memoryJobQueue } from "../../src/adapters/persistence/memory/job-queue";
import { memoryMessageArchive } from "../../src/adapters/persistence/memory/message-archive";
import { memoryMessageReader } from "../../src/adapters/persistence/memory/message-reader";
import { memoryPersonalReader } from "../../src/adapters/persistence/memory/personal-reader";
import { memoryPictureReader } from "../../src/adapters/persistence/memory/picture-reader";
import { memoryPresenceStore } from "../../src/adapters/persistence/memory/presence-store";
import { memoryReadStateReader } from "../../src/adapters/persistence/memory/read-state-reader";
import { memoryRealmRegistry } from "../../src/adapters/persistence/memory/realm-registry";
import { memoryRealmSnapshots } from "../../src/adapters/persistence/memory/realm-snapshots";
import { memoryRelayedRealms } from "../../src/adapters/persistence/memory/relayed-realms";
import { memorySessionStore } from "../../src/adapters/persistence/memory/session-store";
import { memoryShownPushes } from "../../src/adapters/persistence/memory/shown-pushes";
import { memorySignOnIdentities } from "../../src/adapters/persistence/memory/sign-on-identities";
import { memorySingleRunner } from "../../src/adapters/persistence/memory/single-runner";
import { changeTables, memoryStorage } from "../../src/adapters/persistence/memory/storage";
import { asJson } from "../../src/adapters/persistence/memory/tables";
import { memoryUploadReservations } from "../../src/adapters/persistence/memory/upload-reservations";
import { memoryWorkFinder } from "../../src/adapters/persistence/memory/work-finder";
import type { ApiKeyUses } from "../../src/application/ports/api-key-uses";
import type { AttachmentReader } from "../../src/application/ports/attachment-reader";
import type { AuditLog } from "../../src/application/ports/audit-log";
import type { BotStorage } from "../../src/application/ports/bot-storage";
import type { CredentialReader } from "../../src/application/ports/credentials";
import type { DeadLetters } from "../../src/application/ports/dead-letters";
import type { DirectConversations } from "../../src/application/ports/direct-conversations";
import type { EventLog } from "../../src/application/ports/event-log";
import type { EventQueueStore } from "../../src/application/ports/event-queue-store";
import type { EventStore } from "../../src/application/ports/event-store";
import type { FactorUses } from "../../src/application/ports/factor-uses";
import type { JobQueue } from "../../src/application/ports/job-queue";
import type { MessageArchive } from "../../src/application/ports/message-archive";
import type { MessageReader } from "../../src/application/ports/message-reader";
import type { PersonalReader } from "../../src/application/ports/personal-reader";
import type { PictureReader } from "../../src/application/ports/picture-reader";
import type { PresenceStore } from "../../src/application/ports/presence-store";
import type { ReadStateReader } from "../../src/application/ports/read-state-reader";
import type { RealmRegistry } from "../../src/application/ports/realm-registry";
import type { RealmSnapshots } from "../../src/application/ports/realm-snapshots";
import type { RelayedRealms } from "../../src/application/ports/relayed-realms";
import type { SessionStore } from "../../src/application/ports/session-store";
import type { ShownPushes } from "../../src/application/ports/shown-pushes";
import type { SignOnIdentities } from "../../src/application/ports/sign-on-identities";
import type { SingleRunner } from "../../src/application/ports/single-runner";
import type { UploadReservations } from "../../src/application/ports/upload-reservations";
import type { WorkFinder } from "../../src/application/ports/work-finder";
import { fixedClock } from "./fakes";

/** Every port that storage stands behind, and the clock it was given. */
export interface Persistence {
  readonly clock: ReturnType<typeof fixedClock>;
  readonly eventStore: EventStore;
  /** Takes what goes wrong where nobody waits for it: a test that causes nothing of the kind fails. */
  readonly onError: (error: unknown) => void;
  readonly snapshots: RealmSnapshots;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly directConversations: DirectConversations;
  readonly credentials: CredentialReader;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly presenceStore: PresenceStore;
  readonly personal: PersonalReader;
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
  readonly factorUses: FactorUses;
  readonly sessions: SessionStore;
  readonly signOnIdentities: SignOnIdentities;
  readonly singleRunner: SingleRunner;
  readonly pictures: PictureReader;
  readonly uploadReservations: UploadReservations;
  readonly workFinder: WorkFinder;
  /** Puts events after the newest, in whatever form, as another version of the program may have done. */
  readonly logAsStored: (realmId: number, events: readonly unknown[]) => Promise<void>;
  /** Loses the log's newest events, as a database does that fails over to a replica behind it. */
  readonly loseAfter: (realmId: number, position: number) => Promise<void>;
  /** Lets time go by for the leases of jobs. */
  readonly letLeasesAge: (milliseconds: number) => Promise<void>;
}

/** A contract is a function of this: it runs on each adapter. Other tests may share the storage. */
export type OpenPersistence = () => Persistence;

/** Breaks the test, outside of whatever catches. */
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
    messages: memoryMessageReader(storage),
    readStates: memoryReadStateReader(storage),
    directConversations: memoryDirectConversations(storage),
    credentials: memoryCredentials(storage),
    eventLog: memoryEventLog(storage),
    queueStore: memoryEventQueueStore(storage),
    presenceStore: memoryPresenceStore(storage),
    personal: memoryPersonalReader(storage),
    apiKeyUses: memoryApiKeyUses(storage),
    auditLog: memoryAuditLog(storage),
    attachments: memoryAttachmentReader(storage),
    registry: memoryRealmRegistry(storage),
    archive: memoryMessageArchive(storage),
    jobQueue: memoryJobQueue(storage, clock),
    deadLetters: memoryDeadLetters(storage),
    botStorage: memoryBotStorage(storage),
    relayedRealms: memoryRelayedRealms(storage),
    shownPushes: memoryShownPushes(storage),
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
          tables.log.set(position, { event: asJson(event), undo: [], loggedAt: clock.now() });
        }
      }),
    loseAfter: (realmId, position) =>
      changeTables(storage, realmId, (tables) => {
        for (const at of [...tables.log.keys()]) if (at > position) tables.log.delete(at);
        tables.head = { ...tables.head, position };
        tables.state = tables.state.at(position);
      }),
    letLeasesAge: async (milliseconds) => clock.advance(milliseconds),
  };
};
