import type { Knex } from "knex";
import { hevcDecoder } from "../adapters/images/hevc-decoder";
import { sharpImageEditor } from "../adapters/images/sharp-image-editor";
import { re2Patterns } from "../adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../adapters/linkifiers/rfc6570-templates";
import { tldUrls } from "../adapters/linkifiers/tld-urls";
import { listedDisposableDomains } from "../adapters/mail/disposable-domains";
import { derivedApiKeys } from "../adapters/security/api-keys";
import { totpCodes } from "../adapters/security/one-time-codes";
import { argon2Hasher } from "../adapters/security/password-hasher";
import { cryptoTokens } from "../adapters/security/random-tokens";
import { secretSeals } from "../adapters/security/seals";
import { signedSessionTokens } from "../adapters/security/session-tokens";
import { signedLinks } from "../adapters/security/temporary-links";
import { storedThrottle } from "../adapters/security/throttle";
import { webauthnPasskeys } from "../adapters/security/webauthn-passkeys";
import { loadFileTypes } from "../adapters/storage/file-types";
import { systemClock } from "../adapters/system/clock";
import type { Bus } from "../adapters/wakeup/bus";
import { countedOwnership } from "../adapters/wakeup/counted-ownership";
import { tracedWakeup } from "../adapters/wakeup/traced-wakeup";
import { incomingWebhooks } from "../adapters/webhooks/incoming/all";
import { featureLevel, serverVersion } from "../adapters/zulip-wire/version";
import { SharedMemory } from "../application/admission/shared-memory";
import { RealmDirectory } from "../application/held-realms/realm-directory";
import type { EmojiCatalog } from "../application/ports/emoji/emoji-catalog";
import type { LinkTokens } from "../application/ports/login/link-tokens";
import type { PasswordStrength } from "../application/ports/login/password-strength";
import type { Mailer } from "../application/ports/mail/mailer";
import type { MessageRenderer } from "../application/ports/messages/message-renderer";
import type { Clock } from "../application/ports/system/clock";
import type { Metrics } from "../application/ports/system/metrics";
import type { Tracing } from "../application/ports/system/tracing";
import type { Config } from "../config/config";
import type { JobKind } from "../domain/jobs/job";
import { realmUrl } from "../domain/realm/realm-address";
import type { ServerRun } from "../domain/realm/server-run";
import { botCallerOf } from "./adapters/bot-caller";
import { callProvidersOf } from "./adapters/call-providers";
import { openFiles } from "./adapters/files";
import { knexPorts, type ProcessBreakers, statePorts } from "./adapters/persistence";
import { openPushRelay } from "./adapters/push-relay";
import { loginTokensOf, offeredLoginsOf } from "./adapters/sign-on";
import type { Storage } from "./adapters/storage";
import { summarizerOf } from "./adapters/summarizer";
import { wakeupOf } from "./adapters/wakeup";
import { outagesOf } from "./components/outages";
import { statefulServices } from "./stateful-services";

const shortestPoll = 45_000;
const pollSpread = 10_000;
const jobsPause = 500;
const bytesInMib = 2 ** 20;
/** What expensive requests of all kinds may take together: one picture of the largest size plus some pages. */
const sharedMebibytes = 380;

/** Everything that use cases may need, on the configured adapters. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** The services that the process itself makes, and replaces in tests and commands. */
export interface ProcessServices {
  readonly onError: (error: unknown) => void;
  /** The server's address: known once it listens. */
  readonly siteUrl: () => string;
  readonly run: ServerRun;
  readonly emoji: EmojiCatalog;
  readonly linkTokens: LinkTokens;
  readonly mailer: Mailer;
  readonly passwordStrength: PasswordStrength;
  readonly renderer: MessageRenderer;
  /** Receives measurements, if metrics are on. */
  readonly metrics: Metrics;
  /** Receives spans, if traces are on. */
  readonly tracing: Tracing;
  /** The clock that use cases read. */
  readonly clock: Clock;
  /** Whether that clock is known to be wrong. */
  readonly isClockWrong?: () => boolean;
  /** Kinds of jobs that the process leaves to others for now. */
  readonly leftToOthers?: () => readonly JobKind[];
}

/** Options for opening the services, which use cases don't get. */
interface OpeningOptions {
  readonly secret: string;
  /** Prints a notification instead of sending it. */
  readonly print: (line: string) => void;
  /** The bus to use instead of the configured one. */
  readonly bus: Bus | undefined;
  /** A database for the realms' states alone. */
  readonly following: Knex;
  /** A database for changes alone. */
  readonly writing: Knex;
  readonly breakers: ProcessBreakers;
  /** How far the clock that use cases read is ahead of the database's, in milliseconds. */
  readonly clockAhead: () => number;
}

/** Everything that use cases may need. */
export const openServices = async (
  config: Config,
  { db, connection }: Pick<Storage, "connection" | "db">,
  processServices: ProcessServices,
  { secret, print, bus: givenBus, following, writing, breakers, clockAhead }: OpeningOptions,
) => {
  const { siteUrl, onError, linkTokens, metrics, tracing } = processServices;
  const seals = secretSeals(secret);
  const apiKeys = derivedApiKeys(secret);
  const { wakeup: bus, ownership } = wakeupOf(config, {
    db,
    connection,
    secret,
    clock: systemClock,
    onError,
    onOutage: outagesOf("wake-up bus", { clock: systemClock, onError }),
    bus: givenBus,
  });
  const persistence = knexPorts(db, writing, {
    clock: systemClock,
    clockAhead,
    seals,
    metrics,
    tracing,
    onError,
    ownership: countedOwnership(ownership, metrics),
    breakers,
  });
  const directory = new RealmDirectory({
    ...statePorts(following, { clock: systemClock, metrics, tracing, breakers }),
    clock: systemClock,
    onError,
    mostBytes: config.realmMemoryMib * bytesInMib,
  });
  const pushRelay = await openPushRelay(config, {
    secret,
    siteUrl,
    print,
    version: { version: serverVersion, featureLevel },
    tracing,
    realmsWith: async ({ id }) => {
      await persistence.relayedRealms.add(id);
      const realms = await persistence.relayedRealms.all();
      return realms.map((realm) => ({ ...realm, url: realmUrl(siteUrl(), realm) }));
    },
  });
  const sharedMemory = new SharedMemory(sharedMebibytes);
  return statefulServices({
    ...processServices,
    ...persistence,
    directory,
    apiKeys,
    archiveDays: config.archiveDays,
    auditDays: config.auditDays,
    bareUrls: tldUrls,
    botCaller: botCallerOf(config, siteUrl, apiKeys, tracing),
    callProviders: callProvidersOf(config, systemClock, linkTokens, tracing),
    disposableDomains: listedDisposableDomains,
    files: (await openFiles(config, config.storage)).store,
    fileTypes: await loadFileTypes(),
    heartbeatAfter: () => shortestPoll + Math.random() * pollSpread,
    images: sharpImageEditor(hevcDecoder(), { memory: sharedMemory }),
    incomingWebhooks,
    invitationMinutes: config.invitationMinutes,
    invitationsPerDay: config.invitationsPerDay,
    jitsiUrl: config.jitsiUrl,
    linkifierPatterns: re2Patterns,
    links: signedLinks(secret),
    offeredLogins: offeredLoginsOf(config),
    oneTimeCodes: totpCodes,
    // Other processes enqueue the jobs of this one.
    ...(config.role === "jobs" && { longestPause: jobsPause }),
    passkeys: webauthnPasskeys,
    passwords: argon2Hasher(),
    pushRelay,
    seals,
    sessionTokens: signedSessionTokens(secret),
    sharedMemory,
    summarizer: summarizerOf(config, tracing),
    throttle: storedThrottle(db),
    tokens: cryptoTokens,
    uploadLimits: {
      fileMib: config.maxUploadMib,
      realmMib: config.uploadQuotaMib ?? null,
      orphanDays: config.orphanDays,
    },
    urlTemplates: rfc6570Templates,
    loginTokens: loginTokensOf(config),
    wakeup: tracedWakeup(bus, tracing),
  });
};
