import type { Server } from "node:http";
import { join } from "node:path";
import { isLeft } from "fp-ts/Either";
import pino, { type Logger } from "pino";
import { createWebServer, httpServer } from "./adapters/http/server";
import { browserSide } from "./adapters/pages/browser-side";
import { webClient } from "./adapters/web/web-client";
import { compose } from "./composition/compose";
import { openStorage, type Storage } from "./composition/storage";
import { type Config, readConfig } from "./config/config";
import { foundFirstRealm, showFirstSteps } from "./first-realm";
import { recurring } from "./recurring";

/** Beside the compiled server. */
const builtClient = join(__dirname, "..", "web");
const sweepEvery = 60_000;
const sendScheduledEvery = 1000;
const rerenderEvery = 3_600_000;
const archiveEvery = 3_600_000;
const orphansEvery = 3_600_000;
const straysEvery = 24 * 3_600_000;
const lookForMissedEvery = 30_000;
const mailEvery = 10_000;
const callBotsEvery = 2000;
const pushEvery = 2000;
const drainMilliseconds = 5000;

const fail = (line: string): never => {
  process.stderr.write(`parley: ${line}\n`);
  process.exit(1);
};

const addressOf = (server: Server, config: Config): string => {
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : config.port;
  return `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
};

const whyNot = ({ host, port }: Config, error: NodeJS.ErrnoException): string => {
  switch (error.code) {
    case "EADDRINUSE":
      return `PARLEY_PORT ${port} is in use by another program on ${host}`;
    case "EACCES":
      return `PARLEY_PORT ${port} is not open to this user: take one from 1024`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `PARLEY_HOST must be an address of this machine; it is "${host}"`;
    default:
      return `doesn't listen on ${host}, port ${port}: ${error.message}`;
  }
};

const listen = (config: Config): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createWebServer();
    server.once("error", (error) => reject(new Error(whyNot(config, error))));
    server.listen(config.port, config.host, () => resolve(server));
  });

const serve = async (config: Config, storage: Storage, logger: Logger): Promise<() => Promise<void>> => {
  const onError = (error: unknown) => logger.error({ err: error }, "background work failed");
  let siteUrl = config.url ?? `http://${config.host}:${config.port}`;
  const { app, emoji, keptMails, linkTokens, renderer, signOn, close } = await compose(config, storage, {
    ...{ onError, siteUrl: () => siteUrl },
    print: (line) => logger.info(line),
  });
  const open = foundFirstRealm(app, config).then(() => listen(config));
  // What listens to the database must let go of it before it stops.
  const server = await open.catch((error) => close().then(() => Promise.reject(error)));
  siteUrl = config.url ?? addressOf(server, config);
  const url = siteUrl;
  const isDevelopment = config.mode === "development";
  const browsers = browserSide(app, { siteUrl: url, keptMails, linkTokens, signOn });
  server.on(
    "request",
    httpServer(app, {
      emoji,
      browsers,
      web: webClient({ ...browsers, folder: builtClient }),
      server: {
        url,
        isDevelopment,
        signOnName: signOn?.displayName,
        startedAt: Math.floor(Date.now() / 1000),
        uploads: { fileMib: config.maxUploadMib, realmMib: config.uploadQuotaMib ?? null },
        webhookTokenOf: app.bots.webhookTokenOf,
        sendsPush: app.push.isConfigured,
      },
      limit: { callsPerMinute: config.callsPerMinute },
      trustedProxies: config.trustedProxies,
      logger,
    }),
  );
  await showFirstSteps(app, url);
  app.mailRoom.open();
  app.botCourier.open();
  app.push.office.open();
  const background = [
    recurring(app.events.sweep, { everyMilliseconds: sweepEvery, atOnce: false, onError }),
    recurring(app.scheduledMessages.deliver, {
      ...{ everyMilliseconds: sendScheduledEvery, atOnce: true, onError },
    }),
    recurring(() => app.mailRoom.deliver(), {
      ...{ everyMilliseconds: mailEvery, atOnce: true, onError },
    }),
    recurring((stopping) => app.botCourier.deliver(stopping), {
      ...{ everyMilliseconds: callBotsEvery, atOnce: true, onError },
    }),
    recurring((stopping) => app.push.office.deliver(stopping), {
      ...{ everyMilliseconds: pushEvery, atOnce: true, onError },
    }),
    recurring(app.mailMissed, { everyMilliseconds: lookForMissedEvery, atOnce: false, onError }),
    recurring(app.messages.rerender, { everyMilliseconds: rerenderEvery, atOnce: true, onError }),
    recurring(app.retention.archiveExpired, { everyMilliseconds: archiveEvery, atOnce: true, onError }),
    recurring(app.uploads.removeOrphans, { everyMilliseconds: orphansEvery, atOnce: true, onError }),
    recurring(app.uploads.removeStrays, { everyMilliseconds: straysEvery, atOnce: true, onError }),
  ];
  if (isDevelopment) logger.warn("DEVELOPMENT MODE: anyone who reaches this server can log in as anyone");
  process.stdout.write(`Parley listens on ${addressOf(server, config)}\n`);

  return async () => {
    await Promise.all([app.mailRoom.close(), ...background.map((work) => work.stop())]);
    const closed = new Promise((resolve) => server.close(resolve));
    // Connections that are busy now end with their answer.
    server.keepAliveTimeout = 1;
    server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
    await close();
    server.closeIdleConnections();
    const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    await closed;
    clearTimeout(late);
    await renderer.close();
  };
};

const start = async (config: Config): Promise<{ storage: Storage; stop: () => Promise<void> }> => {
  const logger = pino({ level: config.logLevel });
  const storage = await openStorage(config, {
    log: (line) => logger.debug({ postgres: line }),
    beside: false,
  });
  try {
    const stopServing = await serve(config, storage, logger);
    return { storage, stop: () => stopServing().finally(() => storage.close()) };
  } catch (error) {
    await storage.close();
    throw error;
  }
};

const parentCheckMilliseconds = 100;

/** The shell that `npm start` runs us in dies of SIGTERM without passing it on: its end is ours too. */
const whenShellEnds = (stop: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    stop();
  }, parentCheckMilliseconds);
  check.unref();
};

const main = async (): Promise<void> => {
  const read = readConfig(process.env);
  if (isLeft(read)) return fail(read.left);
  const started = start(read.right);
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // What is half started can't be stopped; it takes a moment only.
    const { stop: stopServer } = await started;
    await stopServer().catch((error) => fail(`did not stop cleanly: ${error}`));
    process.exit(code);
  };
  // If it doesn't start, that is what is told.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => stop(0).catch(() => undefined));
  whenShellEnds(() => stop(0).catch(() => undefined));
  const { storage } = await started;
  const line = await storage.failed;
  if (stopping) return;
  process.stderr.write(`parley: the database stopped: ${line}\n`);
  await stop(1);
};

main().catch((error: Error) => fail(error.message));
