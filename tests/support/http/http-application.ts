import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import request, { type Test } from "supertest";
import { type CostLimits, costLimits } from "../../../src/adapters/http/declaration/cost-limits";
import { httpServer } from "../../../src/adapters/http/server";
import { createWebServer } from "../../../src/adapters/http/web-server";
import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { browserSide } from "../../../src/adapters/pages/browser-side";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import { requireWritable } from "../../../src/adapters/persistence/knex/database/require-writable";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { derivedApiKeys } from "../../../src/adapters/security/api-keys";
import { argon2Hasher } from "../../../src/adapters/security/password-hasher";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { secretSeals } from "../../../src/adapters/security/seals";
import { systemClock } from "../../../src/adapters/system/clock";
import { webClient } from "../../../src/adapters/web/web-client";
import type { ServerInfo } from "../../../src/adapters/zulip-wire/server-info";
import type { RealmHead } from "../../../src/application/ports/events/event-store";
import type { Clock } from "../../../src/application/ports/system/clock";
import type { Metrics } from "../../../src/application/ports/system/metrics";
import type { Tracing } from "../../../src/application/ports/system/tracing";
import { createRealm } from "../../../src/application/realm/create-realm";
import { type Application, compose } from "../../../src/composition/compose";
import { startAll } from "../../../src/composition/lifecycle/lifecycle";
import { type Config, readConfig } from "../../../src/config/config";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { ServerRun } from "../../../src/domain/realm/server-run";
import { aUser, memberEvents } from "../builders/entities";
import { onTheWire } from "../clients/on-the-wire";
import { renderingOutside, withWatchedLanes } from "../measures/watched-lanes";
import { type Answer, Conformance } from "../mission/conformance";
import { commitWithJobs } from "../storage/commits";
import { createTestDatabase, type TestDatabase } from "../storage/test-database";

const secret = "a secret of thirty-two characters or more";
const siteUrl = "http://chat.example.com";
export const ownerPassword = "correct horse battery staple";
let hash: Promise<string> | undefined;
/** Everybody has the owner's password. */
const hashedPassword = (): Promise<string> => {
  hash ??= argon2Hasher().hash(ownerPassword);
  return hash;
};

/** A user with a key, and their calls. */
export interface Client {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  get(path: string, query?: object): Test;
  post(path: string, form?: object): Test;
  put(path: string, form?: object): Test;
  patch(path: string, form?: object): Test;
  delete(path: string, form?: object): Test;
}

export interface TestServer extends Application {
  readonly http: Server;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly realmId: number;
  readonly owner: Client;
  /** A user in the default channels who got no welcome message. */
  newMember(name: string): Promise<Client>;
  /** Adds what no endpoint can create, such as a guest or a deactivated user. */
  append(...events: RealmEvent[]): Promise<void>;
  /** The first key of a user. */
  keyOf(userId: number, ofRealm?: number): string;
  /** By default that of the realm that every test server has. */
  clientOf(user: { readonly id: number; readonly email: string }, ofRealm?: number): Client;
  /** Text of all mail sent so far: one entry each, the address first. */
  mails(): Promise<readonly string[]>;
  /** Another process on the same database, as after a restart; over another connection if one is given. */
  restarted(
    way?: ConnectionSettings,
    run?: ServerRun,
    settings?: ServerOptions["settings"],
  ): Promise<TestServer>;
  /** Ends the process; the database and the files stay. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly mode?: Config["mode"];
  readonly callsPerMinute?: number;
  readonly connectionsPerNetwork?: number;
  /** Proxies that may name the client of a request; by default the tests themselves. */
  readonly trustedProxies?: readonly string[];
  /** The first realm's subdomain; by default that realm is at the server's own address. */
  readonly subdomain?: string;
  /** Settings besides those of every test server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder of a built web client; none by default. */
  readonly webFolder?: string;
  /** Concurrency limits, if not the usual ones. */
  readonly costs?: Partial<CostLimits>;
  readonly logged?: (entry: unknown) => void;
  /** Receives measurements of requests; by default there are none. */
  readonly metrics?: Metrics;
  /** Receives spans; by default there are none. */
  readonly tracing?: Tracing;
  /** The clock of its use cases; the machine's by default. */
  readonly clock?: Clock;
  /** Receives background errors; by default they are printed. */
  readonly onError?: (error: unknown) => void;
}

/** What outlives a process: the database, and the folder with files. */
interface Lasting {
  readonly database: TestDatabase;
  readonly dataDir: string;
}

/** A user whose calls each go to the current value of `http`. */
export const clientAt = (
  http: () => Server,
  { id, email }: { id: number; email: string },
  apiKey: string,
): Client => {
  const signed = (test: Test) => test.auth(email, apiKey);
  const at = (path: string) => `/api/v1${path}`;
  return {
    id,
    email,
    apiKey,
    get: (path, query = {}) => signed(request(http()).get(at(path)).query(onTheWire(query))),
    post: (path, form = {}) => signed(request(http()).post(at(path)).type("form").send(onTheWire(form))),
    put: (path, form = {}) => signed(request(http()).put(at(path)).type("form").send(onTheWire(form))),
    patch: (path, form = {}) => signed(request(http()).patch(at(path)).type("form").send(onTheWire(form))),
    delete: (path, form = {}) => signed(request(http()).delete(at(path)).type("form").send(onTheWire(form))),
  };
};

/** What a web server needs besides the services. */
interface Served
  extends Pick<Application, "services" | "capturedMails" | "linkTokens" | "signOn">,
    Pick<
      Parameters<typeof httpServer>[1],
      | "askDatabase"
      | "connectionsPerNetwork"
      | "costs"
      | "emoji"
      | "limit"
      | "logger"
      | "metrics"
      | "skipsExpress"
      | "tracing"
    > {
  readonly uploads: ServerInfo["uploads"];
  readonly isDevelopment: boolean;
  readonly webFolder: string;
  /** The public address, if not that of all test servers. */
  readonly url?: string;
  readonly trustedProxies?: readonly string[];
}

/** A web server on the services of one process. */
export const httpOn = ({
  services,
  capturedMails,
  linkTokens,
  signOn,
  uploads,
  isDevelopment,
  webFolder,
  url = siteUrl,
  trustedProxies = ["loopback"],
  ...rest
}: Served): Server => {
  const server: ServerInfo = {
    uploads,
    isDevelopment,
    url,
    signOnName: signOn?.displayName,
    startedAt: services.run.startedAt,
    offeredLogins: services.offeredLogins,
    summarizes: services.summarizer !== undefined,
    gifKeys: { giphy: "", tenor: "", klipy: "" },
    webhookTokenOf: services.apiKeys.webhookTokenOf,
    sendsPush: services.pushRelay.services.length > 0,
  };
  const browsers = browserSide(services, { siteUrl: url, capturedMails, linkTokens, signOn });
  return createWebServer().on(
    "request",
    httpServer(services, {
      ...rest,
      server,
      browsers,
      trustedProxies,
      web: webClient({ ...browsers, folder: webFolder }),
    }),
  );
};

/** The real application on a real PostgreSQL, with a realm and its owner. */
export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const database = await createTestDatabase();
  const lasting = { database, dataDir: mkdtempSync(join(tmpdir(), "parley-files-")) };
  const first = await open(lasting, options);
  const created = await createRealm(first.services)({
    name: "Example",
    subdomain: options.subdomain ?? "",
    ownerEmail: "owner@example.com",
    ownerName: "Olive Owner",
    ownerPassword,
  })();
  if (created._tag === "Left") throw new Error(created.left.message);
  return serverOn(lasting, first, created.right.realmId, options);
};

const configOf = (dataDir: string, { mode = "production", settings }: ServerOptions): Config => {
  const common = { PARLEY_SECRET: secret, PARLEY_MODE: mode, PARLEY_DATA_DIR: dataDir };
  const config = readConfig({ ...common, ...settings });
  if (config._tag === "Left") throw new Error(config.left);
  return config.right;
};

interface Opened extends Application {
  close(): Promise<void>;
  readonly printed: readonly string[];
}

const open = async (
  { database, dataDir }: Lasting,
  options: ServerOptions,
  way?: ConnectionSettings,
  // One start for all servers, unless a test distinguishes them.
  run: ServerRun = { startedAt: 0, webBuild: null },
): Promise<Opened> => {
  const own = way === undefined ? undefined : openDatabase(way);
  const storage = { db: own ?? database.db, connection: () => way ?? database.connection };
  const printed: string[] = [];
  const application = await compose(configOf(dataDir, options), storage, {
    onError: (error) => (options.onError ?? options.logged ?? console.error)(error),
    print: (line) => printed.push(line),
    siteUrl: () => siteUrl,
    run,
    ...(options.tracing && { tracing: options.tracing }),
    ...(options.clock && { clock: options.clock }),
    makeRenderer: (setup) => renderingOutside(inThreadRenderer(setup)),
    passwordStrength: { ...zxcvbnStrength, close: async () => undefined },
  });
  const { commonComponents } = application;
  // Tests read the printed mails as people would read theirs.
  const mailer = { ...application.services.mailer, reachesPeople: true };
  const services = withWatchedLanes({ ...application.services, mailer });
  const running = await startAll(commonComponents, ({ service, err }) => {
    throw new Error(`${service} did not stop`, { cause: err });
  });
  const close = async (): Promise<void> => {
    await services.jobRunner.stop();
    await services.liveQueues.close();
    await running.stop();
    await own?.destroy();
  };
  return { ...application, services, printed, close };
};

/** Inspects every JSON response to any caller. */
const recordAnswers = (http: Server, take: (answer: Answer) => void): void => {
  http.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const end = response.end.bind(response);
    const write = response.write.bind(response);
    // Long responses arrive in pieces.
    const written: Buffer[] = [];
    const keep = (chunk: unknown): void => {
      if (typeof chunk === "string" || Buffer.isBuffer(chunk)) written.push(Buffer.from(chunk as string));
    };
    response.write = ((chunk: unknown, ...rest: never[]) => {
      keep(chunk);
      return write(chunk as never, ...rest);
    }) as typeof response.write;
    const path = (request.url ?? "").split("?")[0]?.replace(/^\/(api\/v1|json)/, "") ?? "";
    response.end = ((chunk?: unknown, ...rest: never[]) => {
      keep(chunk);
      const ended = end(chunk as never, ...rest);
      const { statusCode: status } = response;
      const sent = Buffer.concat(written);
      const text = response.getHeader("Content-Encoding") === "gzip" ? gunzipSync(sent) : sent;
      if (String(response.getHeader("Content-Type")).includes("json"))
        take({ method: (request.method ?? "").toLowerCase(), path, status, body: String(text) });
      return ended;
    }) as typeof response.end;
  });
};

const serverOn = (
  lasting: Lasting,
  application: Opened,
  realmId: number,
  options: ServerOptions,
): TestServer => {
  const { database, dataDir } = lasting;
  const { maxUploadMib, uploadQuotaMib } = configOf(dataDir, options);
  const http = httpOn({
    ...application,
    uploads: { fileMib: maxUploadMib, realmMib: uploadQuotaMib ?? null },
    isDevelopment: options.mode === "development",
    limit: { callsPerMinute: options.callsPerMinute ?? 0, otherNodes: application.otherNodes },
    costs: { ...costLimits, ...options.costs },
    connectionsPerNetwork: options.connectionsPerNetwork ?? 0,
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.tracing && { tracing: options.tracing }),
    ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
    logger: { error: (entry: unknown) => (options.logged ?? console.error)(entry) },
    askDatabase: () => requireWritable(database.db),
    webFolder: options.webFolder ?? join(dataDir, "no-web-client"),
  });
  const conformance = Conformance.load();
  if (conformance) recordAnswers(http, (answer) => conformance.check(answer));
  const ownSecret = options.settings?.PARLEY_SECRET ?? secret;
  const keys = derivedApiKeys(ownSecret);
  const keyOf = (userId: number, ofRealm = realmId) => keys.keyOf(ofRealm, userId, 1);
  const clientOf = (user: { id: number; email: string }, ofRealm = realmId) =>
    clientAt(() => http, user, keyOf(user.id, ofRealm));
  const owner = clientOf({ id: 1, email: "owner@example.com" });
  const append = async (eventsAt: (head: RealmHead) => readonly RealmEvent[]): Promise<RealmHead> => {
    const eventStore = knexEventStore(database.db, systemClock, secretSeals(ownSecret));
    const { head } = await eventStore.begin(realmId, 0);
    const events = eventsAt(head);
    const state = await application.services.directory.newest(realmId);
    const position = await commitWithJobs(eventStore, realmId, events, state, systemClock.now());
    const users = events.flatMap((event) => (event.type === "user_created" ? [event.user.id] : []));
    await database.db.raw(
      "INSERT INTO credentials (realm_id, user_id, password_hash) SELECT ?, unnest(?::bigint[]), ?",
      [realmId, users, await hashedPassword()],
    );
    await application.services.directory.catchUp(realmId, position);
    return head;
  };
  return {
    ...application,
    http,
    database,
    dataDir,
    realmId,
    owner,
    keyOf,
    clientOf,
    newMember: async (name) => {
      const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
      const state = await application.services.directory.stateOf(realmId);
      const settings = state.realm.userDefaults;
      const head = await append((head) =>
        memberEvents(
          aUser({ id: (head.ids.user ?? 0) + 1, email, fullName: name, settings, joinedAt: Date.now() }),
          state,
          head.messageId + 1,
        ),
      );
      return clientOf({ id: (head.ids.user ?? 0) + 1, email });
    },
    append: async (...events) => {
      await append(() => events);
    },
    mails: async () => {
      await application.services.jobRunner.runDue(["mail_reset_link", "deliver_mail"]);
      return application.printed;
    },
    restarted: async (way, run, settings = options.settings ?? {}) => {
      const others = { ...options, settings };
      return serverOn(lasting, await open(lasting, others, way, run), realmId, others);
    },
    stop: async () => {
      http.close();
      await application.close();
      await database.destroy();
      rmSync(dataDir, { recursive: true, force: true });
      const differences = conformance?.differences() ?? [];
      if (differences.length > 0) throw new Error(`Not as the reference has it:\n${differences.join("\n")}`);
    },
  };
};
