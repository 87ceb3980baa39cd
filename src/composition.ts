import { join } from "node:path";
import { type GemojiCatalog, loadGemoji } from "./adapters/emoji/gemoji-catalog";
import { featureLevel, serverVersion } from "./adapters/http/version";
import { listedDisposableDomains } from "./adapters/mail/disposable-domains";
import { folderMailer } from "./adapters/mail/folder-mailer";
import { printingMailer } from "./adapters/mail/printing-mailer";
import { smtpMailer } from "./adapters/mail/smtp-mailer";
import { markdownRenderer } from "./adapters/markdown/message-renderer";
import { knexCredentials } from "./adapters/persistence/knex/credentials";
import { openDatabase } from "./adapters/persistence/knex/database";
import { knexEventLog } from "./adapters/persistence/knex/event-log";
import { knexEventQueueStore } from "./adapters/persistence/knex/event-queue-store";
import { knexMailQueue } from "./adapters/persistence/knex/mail-queue";
import { knexMessageArchive } from "./adapters/persistence/knex/message-archive";
import { knexMessageReader } from "./adapters/persistence/knex/message-reader";
import { knexPersonalReader } from "./adapters/persistence/knex/personal-reader";
import { knexPresenceStore } from "./adapters/persistence/knex/presence-store";
import { knexPushQueue } from "./adapters/persistence/knex/push-queue";
import { knexReadStateReader } from "./adapters/persistence/knex/read-state-reader";
import { knexRealmRegistry } from "./adapters/persistence/knex/realm-registry";
import { knexRealmSnapshots } from "./adapters/persistence/knex/realm-snapshots";
import { knexRealmTransactions } from "./adapters/persistence/knex/realm-transactions";
import { knexShownPushes } from "./adapters/persistence/knex/shown-pushes";
import { knexSingleRunner } from "./adapters/persistence/knex/single-runner";
import { derivedApiKeys } from "./adapters/security/api-keys";
import { signedLinkTokens } from "./adapters/security/link-tokens";
import { argon2Hasher } from "./adapters/security/password-hasher";
import { zxcvbnStrength } from "./adapters/security/password-strength";
import { cryptoTokens } from "./adapters/security/random-tokens";
import { secretSeals } from "./adapters/security/seals";
import { serverSecret } from "./adapters/security/server-secret";
import { memoryThrottle } from "./adapters/security/throttle";
import { systemClock } from "./adapters/system/clock";
import { postgresWakeup } from "./adapters/wakeup/postgres";
import type { KeptMails } from "./application/ports/kept-mail";
import type { Mailer } from "./application/ports/mailer";
import { type UseCases, useCases } from "./application/use-cases";
import type { Config } from "./config";
import { realmUrl } from "./domain/realm-address";
import { openPushRelay } from "./push-relay";
import type { Storage } from "./storage";

const shortestPoll = 45_000;
const pollSpread = 10_000;
const followingConnections = 2;

export interface Application {
  readonly app: UseCases;
  readonly emoji: GemojiCatalog;
  /** Mail that went nowhere: of a development server without a mail server. */
  readonly keptMails: KeptMails | undefined;
  /** Stops following other processes and records how far clients have come. */
  close(): Promise<void>;
}

interface Surroundings {
  readonly onError: (error: unknown) => void;
  /** Shows a mail that isn't sent. */
  readonly print: (line: string) => void;
  /** Where people reach the server: known once it listens. */
  readonly siteUrl: () => string;
}

const mailerOf = (
  { smtpUrl, mailFrom, mode, dataDir }: Config,
  print: Surroundings["print"],
): { readonly mailer: Mailer; readonly keptMails: KeptMails | undefined } => {
  if (smtpUrl !== undefined) return { mailer: smtpMailer(smtpUrl, mailFrom), keptMails: undefined };
  if (mode !== "development") return { mailer: printingMailer(print), keptMails: undefined };
  const folder = folderMailer(join(dataDir, "mail"));
  return { mailer: folder, keptMails: folder };
};

/** Fills the application's ports with the adapters that the configuration asks for. */
export const compose = async (
  config: Config,
  { db, connection }: Storage,
  { onError, print, siteUrl }: Surroundings,
): Promise<Application> => {
  const following = openDatabase(connection, followingConnections);
  const wakeup = postgresWakeup(db, connection, onError);
  const emoji = await loadGemoji();
  const secret = config.secret ?? serverSecret(config.dataDir);
  const seals = secretSeals(secret);
  const { mailer, keptMails } = mailerOf(config, print);
  const registry = knexRealmRegistry(db);
  const snapshots = knexRealmSnapshots(db);
  const pushRelay = await openPushRelay(config, {
    ...{ secret, siteUrl, print },
    version: { version: serverVersion, featureLevel },
    realms: async () => {
      const realms = (await registry.list()).map(async ({ id }) => (await app.directory.of(id)).realm);
      return (await Promise.all(realms)).map((realm) => ({ ...realm, url: realmUrl(siteUrl(), realm) }));
    },
  });
  const app: UseCases = useCases({
    apiKeys: derivedApiKeys(secret),
    clock: systemClock,
    credentials: knexCredentials(db),
    eventLog: knexEventLog(db),
    queueStore: knexEventQueueStore(db),
    presenceStore: knexPresenceStore(db),
    emoji,
    disposableDomains: listedDisposableDomains,
    linkTokens: signedLinkTokens(secret),
    mailer,
    mailQueue: knexMailQueue(db, seals),
    invitationsPerDay: config.invitationsPerDay,
    siteUrl,
    throttle: memoryThrottle(),
    archive: knexMessageArchive(db),
    archiveDays: config.archiveDays,
    messages: knexMessageReader(db),
    renderer: markdownRenderer(),
    passwords: argon2Hasher(),
    passwordStrength: zxcvbnStrength(),
    personal: knexPersonalReader(db),
    tokens: cryptoTokens,
    readStates: knexReadStateReader(db),
    pushQueue: knexPushQueue(db),
    pushRelay,
    registry,
    seals,
    shownPushes: knexShownPushes(db),
    singleRunner: knexSingleRunner(db),
    snapshots,
    transactions: knexRealmTransactions(db, systemClock, seals),
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
    ...{ app, emoji, keptMails },
    close: async () => {
      await app.mailRoom.close();
      await app.push.office.close();
      await pushRelay.close();
      await app.liveQueues.close();
      await app.presence.board.settle(true);
      await listening.close();
      await following.destroy();
    },
  };
};
