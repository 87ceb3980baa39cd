import type { OpenPersistence } from "../support/persistence";
import { credentialsContract } from "./credentials.contract";
import { directConversationsContract } from "./direct-conversations.contract";
import { eventLogContract } from "./event-log.contract";
import { eventQueueStoreContract } from "./event-queue-store.contract";
import { mailQueueContract } from "./mail-queue.contract";
import { messageArchiveContract } from "./message-archive.contract";
import { messageReaderContract } from "./message-reader.contract";
import { personalReaderContract } from "./personal-reader.contract";
import { presenceStoreContract } from "./presence-store.contract";
import { pushQueueContract } from "./push-queue.contract";
import { readStateReaderContract } from "./read-state-reader.contract";
import { realmRegistryContract } from "./realm-registry.contract";
import { realmSnapshotsContract } from "./realm-snapshots.contract";
import { realmTransactionsContract } from "./realm-transactions.contract";
import { shownPushesContract } from "./shown-pushes.contract";
import { singleRunnerContract } from "./single-runner.contract";

/** What every storage must do, port by port. */
export const everyContract = (open: OpenPersistence): void => {
  describe("realm transactions", () => realmTransactionsContract(open));
  describe("realm snapshots", () => realmSnapshotsContract(open));
  describe("messages", () => messageReaderContract(open));
  describe("read states", () => readStateReaderContract(open));
  describe("direct conversations", () => directConversationsContract(open));
  describe("credentials", () => credentialsContract(open));
  describe("the event log", () => eventLogContract(open));
  describe("event queues", () => eventQueueStoreContract(open));
  describe("presence", () => presenceStoreContract(open));
  describe("what users keep for themselves", () => personalReaderContract(open));
  describe("the archive of messages", () => messageArchiveContract(open));
  describe("the mail queue", () => mailQueueContract(open));
  describe("the queue of notifications", () => pushQueueContract(open));
  describe("what devices show", () => shownPushesContract(open));
  describe("the single runner", () => singleRunnerContract(open));
  describe("the realm registry", () => realmRegistryContract(open));
};
