import type { Knex } from "knex";
import { type UnicodeCatalog, unicodeCatalog } from "../adapters/emoji/unicode-catalog";
import { featureLevel, serverVersion } from "../adapters/http/version";
import { sharpImageEditor } from "../adapters/images/sharp-image-editor";
import { re2Patterns } from "../adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../adapters/linkifiers/rfc6570-templates";
import { tldUrls } from "../adapters/linkifiers/tld-urls";
import { listedDisposableDomains } from "../adapters/mail/disposable-domains";
import { type ClosableRenderer, pooledRenderer } from "../adapters/markdown/pooled-renderer";
import type { Setup } from "../adapters/markdown/run";
import { noMetrics } from "../adapters/metrics/no-metrics";
import { openDatabase, statementLimits } from "../adapters/persistence/knex/database";
import { derivedApiKeys } from "../adapters/security/api-keys";
import { signedLinkTokens } from "../adapters/security/link-tokens";
import { totpCodes } from "../adapters/security/one-time-codes";
import { argon2Hasher } from "../adapters/security/password-hasher";
import { zxcvbnStrength } from "../adapters/security/password-strength";
import { cryptoTokens } from "../adapters/security/random-tokens";
import { secretSeals } from "../adapters/security/seals";
import { serverSecret } from "../adapters/security/server-secret";
import { signedSessionTokens } from "../adapters/security/session-tokens";
import { signedLinks } from "../adapters/security/temporary-links";
import { storedThrottle } from "../adapters/security/throttle";
import { webauthnPasskeys } from "../adapters/security/webauthn-passkeys";
import { loadFileTypes } from "../adapters/storage/file-types";
import { systemClock } from "../adapters/system/clock";
import { incomingWebhooks } from "../adapters/webhooks/incoming/all";
import type { SharedCalls } from "../application/admission/shared-calls";
import type { EmojiCatalog } from "../application/ports/emoji-catalog";
import type { KeptMails } from "../application/ports/kept-mails";
import type { LinkTokens } from "../application/ports/link-tokens";
import type { Mailer } from "../application/ports/mailer";
import type { MessageRenderer } from "../application/ports/message-renderer";
import type { Metrics } from "../application/ports/metrics";
import type { SignOnProvider } from "../application/ports/sign-on-provider";
import { RealmDirectory } from "../application/realm-directory";
import type { Config } from "../config/config";
import { realmUrl } from "../domain/realm-address";
import type { ServerRun } from "../domain/server-run";
import { botCallerOf } from "./bot-caller";
import { callProvidersOf } from "./call-providers";
import { emojiNames } from "./emoji-names";
import { openFiles } from "./files";
import { gaugeHeld, gaugePools } from "./gauges";
import { type Service, service } from "./lifecycle";
import { mailerOf } from "./mailer";
import { knexPorts, statePorts } from "./persistence";
import { openPushRelay } from "./push-relay";
import { openSharedCalls } from "./shared-calls";
import { offeredLoginsOf, signOnOf, vouchersOf } from "./sign-on";
import { statefulServices } from "./stateful-services";
import type { Storage } from "./storage";
import { summarizerOf } from "./summarizer";
import { wakeUps } from "./wake-ups";
import { wakeupOf } from "./wakeup";

const shortestPoll = 45_000;
const pollSpread = 10_000;
const followingConnections = 4;
/** What follows the log is many small queries: one that stays silent is asked again on another connection. */
const followingAnswersWithin = 5000;
const followingStatementsWithin = 4500;
/** Work that only one process does holds a connection while it goes on. */
const backgroundConnections = 8;
const jobsRest = 500;
const bytesInMib = 2 ** 20;

/** What use cases may need, on the adapters that the configuration asks for. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** The services, and what the process needs of the adapters itself. */
export interface Application {
  readonly services: Services;
  /** The same for work that nobody waits for: with connections of its own, and statements that may take longer. */
  readonly patientServices: Services;
  readonly emoji: UnicodeCatalog;
  /** To be closed when nothing asks it any more. */
  readonly renderer: ClosableRenderer;
  /** Mail that went nowhere: of a development server without a mail server. */
  readonly keptMails: KeptMails | undefined;
  readonly linkTokens: LinkTokens;
  readonly signOn: SignOnProvider | undefined;
  /** For how many milliseconds this process has not known whether it is behind the log. */
  readonly staleFor: () => number;
  /** Counts calls of the same caller at other nodes, where there may be some. */
  readonly otherNodes: SharedCalls | undefined;
  /** What every process starts that uses the services, servers and commands alike, after the database. */
  readonly parts: readonly Service[];
}

interface Surroundings {
  readonly onError: (error: unknown) => void;
  /** Shows a mail that isn't sent. */
  readonly print: (line: string) => void;
  /** Where people reach the server: known once it listens. */
  readonly siteUrl: () => string;
  /** Takes figures, where somebody looks at them. */
  readonly metrics?: Metrics;
  /** Defaults to a start now that serves no web client. */
  readonly run?: ServerRun;
  /** Defaults to rendering in worker threads. */
  readonly makeRenderer?: (setup: Setup) => ClosableRenderer;
}

interface Open extends Pick<Surroundings, "onError" | "print" | "siteUrl"> {
  readonly run: ServerRun;
  readonly secret: string;
  readonly emoji: EmojiCatalog;
  readonly linkTokens: LinkTokens;
  readonly mailer: Mailer;
  readonly renderer: MessageRenderer;
  readonly metrics: Metrics;
  /** A database for the realms' states alone. */
  readonly following: Knex;
  /** A database for changes alone. */
  readonly writing: Knex;
}

/** Everything that use cases may need. */
const openServices = async (
  config: Config,
  { db, connection }: Pick<Storage, "connection" | "db">,
  given: Open,
) => {
  const { secret, siteUrl, onError, emoji, linkTokens, mailer, metrics, renderer, print, run } = given;
  const seals = secretSeals(secret);
  const apiKeys = derivedApiKeys(secret);
  const persistence = knexPorts(db, given.writing, { clock: systemClock, seals, metrics });
  const directory = new RealmDirectory({
    ...statePorts(given.following, metrics),
    clock: systemClock,
    onError,
    mostBytes: config.realmMemoryMib * bytesInMib,
  });
  const pushRelay = await openPushRelay(config, {
    ...{ secret, siteUrl, print },
    version: { version: serverVersion, featureLevel },
    realmsWith: async ({ id }) => {
      await persistence.relayedRealms.add(id);
      const realms = await persistence.relayedRealms.all();
      return realms.map((realm) => ({ ...realm, url: realmUrl(siteUrl(), realm) }));
    },
  });
  return statefulServices({
    ...persistence,
    directory,
    apiKeys,
    archiveDays: config.archiveDays,
    auditDays: config.auditDays,
    bareUrls: tldUrls,
    botCaller: botCallerOf(config, siteUrl, apiKeys),
    callProviders: callProvidersOf(config, systemClock, linkTokens),
    clock: systemClock,
    disposableDomains: listedDisposableDomains,
    emoji,
    files: (await openFiles(config, config.storage)).store,
    fileTypes: await loadFileTypes(),
    heartbeatAfter: () => shortestPoll + Math.random() * pollSpread,
    images: sharpImageEditor(),
    incomingWebhooks,
    invitationMinutes: config.invitationMinutes,
    invitationsPerDay: config.invitationsPerDay,
    jitsiUrl: config.jitsiUrl,
    linkTokens,
    linkifierPatterns: re2Patterns,
    links: signedLinks(secret),
    mailer,
    metrics,
    onError,
    offeredLogins: offeredLoginsOf(config),
    oneTimeCodes: totpCodes,
    // Others enqueue for a process that serves nobody itself.
    ...(config.role === "jobs" && { longestRest: jobsRest }),
    passkeys: webauthnPasskeys,
    passwordStrength: zxcvbnStrength(),
    passwords: argon2Hasher(),
    pushRelay,
    renderer,
    run,
    seals,
    sessionTokens: signedSessionTokens(secret),
    siteUrl,
    summarizer: summarizerOf(config),
    throttle: storedThrottle(db),
    tokens: cryptoTokens,
    uploadLimits: {
      fileMib: config.maxUploadMib,
      realmMib: config.uploadQuotaMib ?? null,
      orphanDays: config.orphanDays,
    },
    urlTemplates: rfc6570Templates,
    vouchers: vouchersOf(config),
    wakeup: wakeupOf(config, { db, connection, secret, clock: systemClock, onError }),
  });
};

const startedNow = (): ServerRun => ({
  startedAt: Math.floor(systemClock.now() / 1000),
  webBuild: null,
});

/** Fills the ports with the adapters that the configuration asks for. Starts nothing. */
export const compose = async (
  config: Config,
  storage: Pick<Storage, "connection" | "db">,
  {
    onError,
    print,
    siteUrl,
    metrics = noMetrics,
    makeRenderer = pooledRenderer,
    run = startedNow(),
  }: Surroundings,
): Promise<Application> => {
  const following = openDatabase(storage.connection, {
    poolSize: followingConnections,
    statementsWithin: followingStatementsWithin,
    answersWithin: followingAnswersWithin,
  });
  const writing = openDatabase(storage.connection, {
    poolSize: config.databasePoolSize,
    statementsWithin: statementLimits.commit,
  });
  const background = openDatabase(storage.connection, {
    poolSize: backgroundConnections,
    statementsWithin: statementLimits.background,
  });
  const emoji = unicodeCatalog();
  const secret = config.secret ?? serverSecret(config.dataDir);
  const linkTokens = signedLinkTokens(secret);
  const { mailer, keptMails } = mailerOf(config, print);
  const renderer = makeRenderer({ emoji: emojiNames(emoji), realmUrl: siteUrl });
  const services = await openServices(config, storage, {
    ...{
      secret,
      siteUrl,
      onError,
      emoji,
      linkTokens,
      mailer,
      metrics,
      renderer,
      print,
      following,
      writing,
      run,
    },
  });
  gaugePools(metrics, { reading: storage.db, changes: writing, following, background });
  gaugeHeld(metrics, services);
  const sharedCalls = openSharedCalls(config, { db: storage.db, secret, onError });
  const heardFromOthers = wakeUps(services, onError);
  return {
    ...{ services, emoji, keptMails, linkTokens, renderer, signOn: signOnOf(config, onError) },
    patientServices: {
      ...services,
      ...knexPorts(background, writing, { clock: systemClock, seals: services.seals, metrics }),
    },
    staleFor: heardFromOthers.staleFor,
    otherNodes: sharedCalls.calls,
    parts: [
      service("database for work in the background", { stop: () => background.destroy() }),
      service("database for the realms' states", { stop: () => following.destroy() }),
      service("database for changes", { stop: () => writing.destroy() }),
      heardFromOthers,
      ...sharedCalls.services,
      service("push relay", { stop: () => services.pushRelay.close() }),
      service("uses of API keys", { stop: () => services.keyUseLog.settle() }),
      service("presence", { stop: () => services.presence.settle(true) }),
    ],
  };
};
