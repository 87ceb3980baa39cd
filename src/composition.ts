import { type GemojiCatalog, loadGemoji } from "./adapters/emoji/gemoji-catalog";
import { sharpImageEditor } from "./adapters/images/sharp-image-editor";
import { printingMailer } from "./adapters/mail/printing-mailer";
import { smtpMailer } from "./adapters/mail/smtp-mailer";
import { markdownRenderer } from "./adapters/markdown/message-renderer";
import { knexAttachmentReader } from "./adapters/persistence/knex/attachment-reader";
import { knexCredentials } from "./adapters/persistence/knex/credentials";
import { openDatabase } from "./adapters/persistence/knex/database";
import { knexEventLog } from "./adapters/persistence/knex/event-log";
import { knexEventQueueStore } from "./adapters/persistence/knex/event-queue-store";
import { knexMessageArchive } from "./adapters/persistence/knex/message-archive";
import { knexMessageReader } from "./adapters/persistence/knex/message-reader";
import { knexPersonalReader } from "./adapters/persistence/knex/personal-reader";
import { knexPresenceStore } from "./adapters/persistence/knex/presence-store";
import { knexReadStateReader } from "./adapters/persistence/knex/read-state-reader";
import { knexRealmRegistry } from "./adapters/persistence/knex/realm-registry";
import { knexRealmSnapshots } from "./adapters/persistence/knex/realm-snapshots";
import { knexRealmTransactions } from "./adapters/persistence/knex/realm-transactions";
import { knexSingleRunner } from "./adapters/persistence/knex/single-runner";
import { derivedApiKeys } from "./adapters/security/api-keys";
import { argon2Hasher } from "./adapters/security/password-hasher";
import { cryptoTokens } from "./adapters/security/random-tokens";
import { serverSecret } from "./adapters/security/server-secret";
import { signedLinks } from "./adapters/security/temporary-links";
import { loadFileTypes } from "./adapters/storage/file-types";
import { systemClock } from "./adapters/system/clock";
import { postgresWakeup } from "./adapters/wakeup/postgres";
import { type UseCases, useCases } from "./application/use-cases";
import type { Config } from "./config";
import { openFiles } from "./files";
import type { Storage } from "./storage";

const shortestPoll = 45_000;
const pollSpread = 10_000;
const followingConnections = 2;

export interface Application {
  readonly app: UseCases;
  readonly emoji: GemojiCatalog;
  /** Stops following other processes and records how far clients have come. */
  close(): Promise<void>;
}

/** Fills the application's ports with the adapters that the configuration asks for. */
export const compose = async (
  config: Config,
  { db, connection }: Storage,
  onError: (error: unknown) => void,
  print: (line: string) => void = () => {},
): Promise<Application> => {
  const following = openDatabase(connection, followingConnections);
  const wakeup = postgresWakeup(db, connection, onError);
  const emoji = await loadGemoji();
  const secret = config.secret ?? serverSecret(config.dataDir);
  const files = openFiles(config, config.storage);
  const app = useCases({
    apiKeys: derivedApiKeys(secret),
    attachments: knexAttachmentReader(db),
    files: files.store,
    fileTypes: await loadFileTypes(),
    images: sharpImageEditor(),
    links: signedLinks(secret),
    uploadLimits: {
      fileMib: config.maxUploadMib,
      realmMib: config.uploadQuotaMib ?? null,
      orphanDays: config.orphanDays,
    },
    clock: systemClock,
    credentials: knexCredentials(db),
    eventLog: knexEventLog(db),
    queueStore: knexEventQueueStore(db),
    presenceStore: knexPresenceStore(db),
    emoji,
    mailer:
      config.smtpUrl === undefined ? printingMailer(print) : smtpMailer(config.smtpUrl, config.mailFrom),
    archive: knexMessageArchive(db),
    archiveDays: config.archiveDays,
    messages: knexMessageReader(db),
    renderer: markdownRenderer(),
    passwords: argon2Hasher(),
    personal: knexPersonalReader(db),
    tokens: cryptoTokens,
    readStates: knexReadStateReader(db),
    registry: knexRealmRegistry(db),
    singleRunner: knexSingleRunner(db),
    snapshots: knexRealmSnapshots(db),
    transactions: knexRealmTransactions(db, systemClock),
    wakeup,
    following: { snapshots: knexRealmSnapshots(following), eventLog: knexEventLog(following) },
    onError,
    heartbeatAfter: () => shortestPoll + Math.random() * pollSpread,
  });
  const listening = await wakeup.listen({
    grown: (realmId, position) => {
      if (app.directory.isLoaded(realmId)) app.directory.catchUp(realmId, position).catch(onError);
    },
    signalled: (realmId, signal) => {
      app.events.relaySignal(realmId, signal).catch(onError);
    },
  });
  return {
    ...{ app, emoji },
    close: async () => {
      await app.liveQueues.close();
      await app.presence.board.settle(true);
      await listening.close();
      await following.destroy();
      files.close();
    },
  };
};
