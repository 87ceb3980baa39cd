import { type UnicodeCatalog, unicodeCatalog } from "../adapters/emoji/unicode-catalog";
import { type ClosableRenderer, pooledRenderer } from "../adapters/markdown/pooled-renderer";
import type { RendererSetup } from "../adapters/markdown/rendering/rendering";
import { noMetrics } from "../adapters/metrics/no-metrics";
import { openDatabase, patientPause, statementLimits } from "../adapters/persistence/knex/database/database";
import { knexSharedClock } from "../adapters/persistence/knex/database/shared-clock";
import { signedLinkTokens } from "../adapters/security/link-tokens";
import { type ClosableStrength, pooledStrength } from "../adapters/security/pooled-strength";
import { requireSameSecret } from "../adapters/security/secret-check";
import { serverSecret } from "../adapters/security/server-secret";
import { systemClock } from "../adapters/system/clock";
import { noTracing } from "../adapters/tracing/no-tracing";
import type { Bus } from "../adapters/wakeup/bus";
import type { SharedCalls } from "../application/admission/shared-calls";
import { ClockWatch } from "../application/monitoring/clock-watch";
import type { LinkTokens } from "../application/ports/login/link-tokens";
import type { SignOnProvider } from "../application/ports/login/sign-on-provider";
import type { CapturedMails } from "../application/ports/mail/captured-mails";
import type { Config } from "../config/config";
import { messageOf } from "../domain/codec/caught";
import { backgroundConnections, followingConnections } from "./adapters/connection-counts";
import { emojiNames } from "./adapters/emoji-names";
import { mailerOf } from "./adapters/mailer";
import { knexPorts, processBreakers } from "./adapters/persistence";
import { signOnOf } from "./adapters/sign-on";
import type { Storage } from "./adapters/storage";
import { gaugeHeld, gaugePools } from "./components/gauges";
import type { MailOfOthers } from "./components/mail-of-others";
import { openSharedCalls } from "./components/shared-calls";
import { wakeUps } from "./components/wake-ups";
import { type Component, component } from "./lifecycle/lifecycle";
import { openServices, type ProcessServices, type Services } from "./open-services";

/** Milliseconds. Followers run many small queries: a silent one is retried on another connection. */
const followingAnswersWithin = 5000;
const followingStatementsWithin = 4500;

/** The services that use cases need, and what the process uses directly. */
export interface Application {
  readonly services: Services;
  /** The services for background work, with their own database connections and longer time limits. */
  readonly patientServices: Services;
  readonly emoji: UnicodeCatalog;
  /** Close it once nothing uses it any more. */
  readonly renderer: ClosableRenderer;
  /** Captured mails of a development server without a mail server. */
  readonly capturedMails: CapturedMails | undefined;
  readonly linkTokens: LinkTokens;
  readonly signOn: SignOnProvider | undefined;
  /** For how many milliseconds this process hasn't known whether it is behind the log. */
  readonly staleFor: () => number;
  readonly clockWatch: ClockWatch;
  /** Shares call counts with other nodes, if there may be any. */
  readonly otherNodes: SharedCalls | undefined;
  /** What every process with use cases starts after the database: servers and commands alike. */
  readonly commonComponents: readonly Component[];
}

type WithDefault = Pick<ProcessServices, "clock" | "metrics" | "run" | "tracing">;

interface ComposeOptions extends Pick<ProcessServices, "onError" | "siteUrl">, Partial<WithDefault> {
  /** Prints a mail or a notification instead of sending it. */
  readonly print: (line: string) => void;
  /** Defaults to rendering in worker threads. */
  readonly makeRenderer?: (setup: RendererSetup) => ClosableRenderer;
  /** The bus to other processes; defaults to the configured one. */
  readonly bus?: Bus | undefined;
  /** What it knows of other servers' mail; absent where it looks at none. */
  readonly mailOfOthers?: MailOfOthers | undefined;
  /** Defaults to a worker thread. */
  readonly passwordStrength?: ClosableStrength;
}

/** Measures and traces nothing, and begins now, without a web client. */
const defaults = (): WithDefault => ({
  clock: systemClock,
  metrics: noMetrics,
  run: { startedAt: Math.floor(systemClock.now() / 1000), webBuild: null },
  tracing: noTracing,
});

/** Connects the ports to the configured adapters. Starts nothing. */
export const compose = async (
  config: Config,
  storage: Pick<Storage, "connection" | "db">,
  {
    print,
    makeRenderer = pooledRenderer,
    passwordStrength = pooledStrength(),
    bus,
    mailOfOthers,
    ...options
  }: ComposeOptions,
): Promise<Application> => {
  const processServices = { ...defaults(), ...options };
  const { onError, siteUrl, metrics, tracing, clock } = processServices;
  const clockWatch = new ClockWatch({ clock, sharedClock: knexSharedClock(storage.db), onError });
  const clockAhead = () => clockWatch.certainlyAhead();
  const following = openDatabase(storage.connection, {
    poolSize: followingConnections,
    statementsWithin: followingStatementsWithin,
    pausesWithin: patientPause,
    answersWithin: followingAnswersWithin,
  });
  const writing = openDatabase(storage.connection, {
    poolSize: config.databasePoolSize,
    statementsWithin: statementLimits.commit,
  });
  const background = openDatabase(storage.connection, {
    poolSize: backgroundConnections,
    statementsWithin: statementLimits.background,
    pausesWithin: patientPause,
  });
  const emoji = unicodeCatalog();
  const secret = config.secret ?? serverSecret(config.dataDir);
  const linkTokens = signedLinkTokens(secret);
  const { mailer, capturedMails } = mailerOf(config, print);
  const renderer = makeRenderer({ emoji: emojiNames(emoji), realmUrl: siteUrl });
  const breakers = processBreakers(storage.db, systemClock);
  const services = await openServices(
    config,
    storage,
    {
      ...processServices,
      isClockWrong: () => clockWatch.isWrong(),
      emoji,
      linkTokens,
      mailer: mailOfOthers?.beside(mailer) ?? mailer,
      leftToOthers: () => mailOfOthers?.leftToThem(mailer) ?? [],
      passwordStrength,
      renderer,
    },
    { secret, print, bus, following, writing, breakers, clockAhead },
  );
  gaugePools(metrics, { reading: storage.db, changes: writing, following, background });
  gaugeHeld(metrics, services);
  const sharedCalls = openSharedCalls(config, { db: storage.db, secret, onError });
  const wakeUpComponent = wakeUps(services, onError);
  return {
    services,
    emoji,
    capturedMails,
    linkTokens,
    renderer,
    signOn: signOnOf(
      config,
      // Strangers can make it refuse them as often as they like.
      (error) => services.serviceFailures.report("sign-on service", messageOf(error)),
      tracing,
    ),
    patientServices: {
      ...services,
      ...knexPorts(background, writing, {
        clock: systemClock,
        clockAhead,
        seals: services.seals,
        metrics,
        tracing,
        onError,
        breakers,
      }),
    },
    staleFor: wakeUpComponent.staleFor,
    clockWatch,
    otherNodes: sharedCalls.calls,
    commonComponents: [
      component("secret", { start: () => requireSameSecret(storage.db, secret) }),
      component("database for background work", { stop: () => background.destroy() }),
      component("database for the realms' states", { stop: () => following.destroy() }),
      component("database for changes", { stop: () => writing.destroy() }),
      wakeUpComponent,
      ...sharedCalls.components,
      component("password strength", { stop: () => passwordStrength.close() }),
      component("push relay", { stop: () => services.pushRelay.close() }),
      component("API key uses", { stop: () => services.keyUseLog.flush() }),
      component("presence", { stop: () => services.presence.save({ all: true }) }),
    ],
  };
};
