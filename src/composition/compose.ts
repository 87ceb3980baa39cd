import { type UnicodeCatalog, unicodeCatalog } from "../adapters/emoji/unicode-catalog";
import { type ClosableRenderer, pooledRenderer } from "../adapters/markdown/pooled-renderer";
import type { Setup } from "../adapters/markdown/run";
import { noMetrics } from "../adapters/metrics/no-metrics";
import { openDatabase, statementLimits } from "../adapters/persistence/knex/database";
import { signedLinkTokens } from "../adapters/security/link-tokens";
import { serverSecret } from "../adapters/security/server-secret";
import { systemClock } from "../adapters/system/clock";
import type { SharedCalls } from "../application/admission/shared-calls";
import type { KeptMails } from "../application/ports/kept-mails";
import type { LinkTokens } from "../application/ports/link-tokens";
import type { Metrics } from "../application/ports/metrics";
import type { SignOnProvider } from "../application/ports/sign-on-provider";
import type { Config } from "../config/config";
import type { ServerRun } from "../domain/server-run";
import { emojiNames } from "./emoji-names";
import { gaugeHeld, gaugePools } from "./gauges";
import { type Service, service } from "./lifecycle";
import { mailerOf } from "./mailer";
import { openServices, type Services } from "./open-services";
import { knexPorts } from "./persistence";
import { openSharedCalls } from "./shared-calls";
import { signOnOf } from "./sign-on";
import type { Storage } from "./storage";
import { wakeUps } from "./wake-ups";

const followingConnections = 4;
/** What follows the log is many small queries: one that stays silent is asked again on another connection. */
const followingAnswersWithin = 5000;
const followingStatementsWithin = 4500;
/** Work that only one process does holds a connection while it goes on. */
const backgroundConnections = 8;

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
  });
  gaugePools(metrics, { reading: storage.db, changes: writing, following, background });
  gaugeHeld(metrics, services);
  const sharedCalls = openSharedCalls(config, { db: storage.db, secret, onError });
  const heardFromOthers = wakeUps(services, onError);
  return {
    services,
    emoji,
    keptMails,
    linkTokens,
    renderer,
    signOn: signOnOf(config, onError),
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
