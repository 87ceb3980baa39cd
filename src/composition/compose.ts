import { type GemojiCatalog, loadGemoji } from "../adapters/emoji/gemoji-catalog";
import { featureLevel, serverVersion } from "../adapters/http/version";
import { sharpImageEditor } from "../adapters/images/sharp-image-editor";
import { re2Patterns } from "../adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../adapters/linkifiers/rfc6570-templates";
import { tldUrls } from "../adapters/linkifiers/tld-urls";
import { listedDisposableDomains } from "../adapters/mail/disposable-domains";
import { type ClosableRenderer, pooledRenderer } from "../adapters/markdown/pooled-renderer";
import type { Setup } from "../adapters/markdown/run";
import { knexAttachmentReader } from "../adapters/persistence/knex/attachment-reader";
import { knexBotCallQueue } from "../adapters/persistence/knex/bot-call-queue";
import { knexBotStorage } from "../adapters/persistence/knex/bot-storage";
import { knexCredentials } from "../adapters/persistence/knex/credentials";
import { openDatabase } from "../adapters/persistence/knex/database";
import { knexDirectConversations } from "../adapters/persistence/knex/direct-conversations";
import { knexEventLog } from "../adapters/persistence/knex/event-log";
import { knexEventQueueStore } from "../adapters/persistence/knex/event-queue-store";
import { knexEventStore } from "../adapters/persistence/knex/event-store";
import { knexMailQueue } from "../adapters/persistence/knex/mail-queue";
import { knexMessageArchive } from "../adapters/persistence/knex/message-archive";
import { knexMessageReader } from "../adapters/persistence/knex/message-reader";
import { knexMissedMailStore } from "../adapters/persistence/knex/missed-mail-store";
import { knexPersonalReader } from "../adapters/persistence/knex/personal-reader";
import { knexPresenceStore } from "../adapters/persistence/knex/presence-store";
import { knexPushQueue } from "../adapters/persistence/knex/push-queue";
import { knexReadStateReader } from "../adapters/persistence/knex/read-state-reader";
import { knexRealmRegistry } from "../adapters/persistence/knex/realm-registry";
import { knexRealmSnapshots } from "../adapters/persistence/knex/realm-snapshots";
import { knexSessionStore } from "../adapters/persistence/knex/session-store";
import { knexShownPushes } from "../adapters/persistence/knex/shown-pushes";
import { knexSingleRunner } from "../adapters/persistence/knex/single-runner";
import { derivedApiKeys } from "../adapters/security/api-keys";
import { signedLinkTokens } from "../adapters/security/link-tokens";
import { argon2Hasher } from "../adapters/security/password-hasher";
import { zxcvbnStrength } from "../adapters/security/password-strength";
import { cryptoTokens } from "../adapters/security/random-tokens";
import { secretSeals } from "../adapters/security/seals";
import { serverSecret } from "../adapters/security/server-secret";
import { signedSessionTokens } from "../adapters/security/session-tokens";
import { signedLinks } from "../adapters/security/temporary-links";
import { storedThrottle } from "../adapters/security/throttle";
import { loadFileTypes } from "../adapters/storage/file-types";
import { systemClock } from "../adapters/system/clock";
import { postgresWakeup } from "../adapters/wakeup/postgres";
import { incomingWebhooks } from "../adapters/webhooks/incoming/all";
import type { KeptMails } from "../application/ports/kept-mails";
import type { LinkTokens } from "../application/ports/link-tokens";
import type { SignOnProvider } from "../application/ports/sign-on-provider";
import { type UseCases, useCases } from "../application/use-cases";
import type { Config } from "../config/config";
import { realmUrl } from "../domain/realm-address";
import { botCallerOf } from "./bot-caller";
import { callProvidersOf } from "./call-providers";
import { emojiNames } from "./emoji-names";
import { openFiles } from "./files";
import { mailerOf } from "./mailer";
import { openPushRelay } from "./push-relay";
import { signOnOf } from "./sign-on";
import type { Storage } from "./storage";

const shortestPoll = 45_000;
const pollSpread = 10_000;
const followingConnections = 2;

/** The use cases on their adapters, and what the process needs of those itself. */
export interface Application {
  readonly app: UseCases;
  readonly emoji: GemojiCatalog;
  /** To be closed when nothing asks it any more. */
  readonly renderer: ClosableRenderer;
  /** Mail that went nowhere: of a development server without a mail server. */
  readonly keptMails: KeptMails | undefined;
  readonly linkTokens: LinkTokens;
  readonly signOn: SignOnProvider | undefined;
  /** Stops following other processes and records how far clients have come. */
  close(): Promise<void>;
}

interface Surroundings {
  readonly onError: (error: unknown) => void;
  /** Shows a mail that isn't sent. */
  readonly print: (line: string) => void;
  /** Where people reach the server: known once it listens. */
  readonly siteUrl: () => string;
  /** Renders in threads of its own where nothing is said. */
  readonly makeRenderer?: (setup: Setup) => ClosableRenderer;
}

/** Fills the application's ports with the adapters that the configuration asks for. */
export const compose = async (
  config: Config,
  { db, connection }: Storage,
  { onError, print, siteUrl, makeRenderer = pooledRenderer }: Surroundings,
): Promise<Application> => {
  const following = openDatabase(connection, followingConnections);
  const writing = openDatabase(connection, config.databasePoolSize);
  const wakeup = postgresWakeup(db, connection, onError);
  const emoji = await loadGemoji();
  const secret = config.secret ?? serverSecret(config.dataDir);
  const seals = secretSeals(secret);
  const apiKeys = derivedApiKeys(secret);
  const linkTokens = signedLinkTokens(secret);
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
  const renderer = makeRenderer({ emoji: emojiNames(emoji), realmUrl: siteUrl });
  const app: UseCases = useCases({
    apiKeys,
    attachments: knexAttachmentReader(db),
    files: (await openFiles(config, config.storage)).store,
    fileTypes: await loadFileTypes(),
    images: sharpImageEditor(),
    links: signedLinks(secret),
    uploadLimits: {
      fileMib: config.maxUploadMib,
      realmMib: config.uploadQuotaMib ?? null,
      orphanDays: config.orphanDays,
    },
    botCalls: knexBotCallQueue(db),
    botStorage: knexBotStorage(db),
    callProviders: callProvidersOf(config, systemClock, linkTokens),
    jitsiUrl: config.jitsiUrl,
    seals,
    botCaller: botCallerOf(config, siteUrl, apiKeys),
    clock: systemClock,
    credentials: knexCredentials(db),
    eventLog: knexEventLog(db),
    queueStore: knexEventQueueStore(db),
    presenceStore: knexPresenceStore(db),
    emoji,
    linkifierPatterns: re2Patterns,
    urlTemplates: rfc6570Templates,
    bareUrls: tldUrls,
    disposableDomains: listedDisposableDomains,
    incomingWebhooks,
    linkTokens,
    mailer,
    mailQueue: knexMailQueue(db, seals),
    missedMails: knexMissedMailStore(db, seals),
    invitationsPerDay: config.invitationsPerDay,
    invitationMinutes: config.invitationMinutes,
    siteUrl,
    sessions: knexSessionStore(db),
    sessionTokens: signedSessionTokens(secret),
    throttle: storedThrottle(db),
    archive: knexMessageArchive(db),
    archiveDays: config.archiveDays,
    messages: knexMessageReader(db),
    renderer,
    passwords: argon2Hasher(),
    passwordStrength: zxcvbnStrength(),
    personal: knexPersonalReader(db),
    tokens: cryptoTokens,
    readStates: knexReadStateReader(db),
    pushQueue: knexPushQueue(db),
    pushRelay,
    registry,
    shownPushes: knexShownPushes(db),
    singleRunner: knexSingleRunner(db),
    snapshots,
    eventStore: knexEventStore(writing, systemClock, seals),
    directConversations: knexDirectConversations(db),
    wakeup,
    following: { snapshots: knexRealmSnapshots(following), eventLog: knexEventLog(following) },
    onError,
    heartbeatAfter: () => shortestPoll + Math.random() * pollSpread,
  });
  const listening = await wakeup.listen({
    grown: (realmId, position) => {
      if (app.directory.peek(realmId) !== undefined) app.directory.catchUp(realmId, position).catch(onError);
    },
    signalled: (realmId, signal) => {
      app.events.relaySignal(realmId, signal).catch(onError);
    },
  });
  return {
    ...{ app, emoji, keptMails, linkTokens, renderer, signOn: signOnOf(config, onError) },
    close: async () => {
      await app.mailRoom.close();
      await app.botCourier.close();
      await app.push.office.close();
      await pushRelay.close();
      await app.liveQueues.close();
      await app.presence.board.settle(true);
      await listening.close();
      await following.destroy();
      await writing.destroy();
    },
  };
};
