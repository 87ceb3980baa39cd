import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import request, { type Test } from "supertest";
import { createWebServer, httpServer } from "../../src/adapters/http/server";
import { inThreadRenderer } from "../../src/adapters/markdown/in-thread-renderer";
import { browserSide } from "../../src/adapters/pages/browser-side";
import { knexEventStore } from "../../src/adapters/persistence/knex/event-store";
import { derivedApiKeys } from "../../src/adapters/security/api-keys";
import { argon2Hasher } from "../../src/adapters/security/password-hasher";
import { secretSeals } from "../../src/adapters/security/seals";
import { systemClock } from "../../src/adapters/system/clock";
import { webClient } from "../../src/adapters/web/web-client";
import type { RealmHead } from "../../src/application/ports/event-store";
import { foundRealm } from "../../src/application/realm/found-realm";
import { type Application, compose } from "../../src/composition/compose";
import { startAll } from "../../src/composition/lifecycle";
import { type Config, readConfig } from "../../src/config/config";
import type { RealmEvent } from "../../src/domain/event";
import { aUser, memberEvents } from "./builders";
import { type Answer, Conformance } from "./conformance";
import { commitWithJobs } from "./foundations";
import { createTestDatabase, type TestDatabase } from "./test-database";

const secret = "a secret of thirty-two characters or more";
const siteUrl = "http://chat.example.com";
export const ownerPassword = "correct horse battery staple";

/** Somebody with a key, and the calls that they make. */
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
  /** Somebody in the default channels, who was never greeted. */
  newMember(name: string): Promise<Client>;
  /** Adds what no endpoint makes yet: a guest, somebody deactivated ... */
  append(...events: RealmEvent[]): Promise<void>;
  /** By default of the realm that every test server has. */
  clientOf(user: { readonly id: number; readonly email: string }, ofRealm?: number): Client;
  /** Text of every mail so far: one entry each, the address first. */
  mails(): Promise<readonly string[]>;
  /** Another process on the same database, as after a restart. */
  restarted(): Promise<TestServer>;
  /** Ends the process: the database and the files stay. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly mode?: Config["mode"];
  readonly callsPerMinute?: number;
  /** Of its first realm; by default that one is at the server's own address. */
  readonly subdomain?: string;
  /** Settings beside those that every test server has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where a built web client is; by default there is none. */
  readonly webFolder?: string;
  readonly logged?: (entry: unknown) => void;
  /** Takes what goes wrong in the background; by default it is shown. */
  readonly onError?: (error: unknown) => void;
}

/** What outlives a process: the database, and the folder with files. */
interface Lasting {
  readonly database: TestDatabase;
  readonly dataDir: string;
}

/** Values as a client puts them on the wire: text as it is, the rest in JSON. */
export const onTheWire = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

const clientOn = (http: Server, email: string, id: number, apiKey: string): Client => {
  const signed = (test: Test) => test.auth(email, apiKey);
  const at = (path: string) => `/api/v1${path}`;
  return {
    ...{ id, email, apiKey },
    get: (path, query = {}) => signed(request(http).get(at(path)).query(onTheWire(query))),
    post: (path, form = {}) => signed(request(http).post(at(path)).type("form").send(onTheWire(form))),
    put: (path, form = {}) => signed(request(http).put(at(path)).type("form").send(onTheWire(form))),
    patch: (path, form = {}) => signed(request(http).patch(at(path)).type("form").send(onTheWire(form))),
    delete: (path, form = {}) => signed(request(http).delete(at(path)).type("form").send(onTheWire(form))),
  };
};

/** The real application on a real PostgreSQL, with a realm and its owner. */
export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const database = await createTestDatabase();
  const lasting = { database, dataDir: mkdtempSync(join(tmpdir(), "parley-files-")) };
  const first = await open(lasting, options);
  const founded = await foundRealm(first.services)({
    ...{
      name: "Example",
      subdomain: options.subdomain ?? "",
      ownerEmail: "owner@example.com",
      ownerName: "Olive Owner",
    },
    ownerPassword,
  })();
  if (founded._tag === "Left") throw new Error(founded.left.message);
  return serverOn(lasting, first, founded.right.realmId, options);
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

const open = async ({ database, dataDir }: Lasting, options: ServerOptions): Promise<Opened> => {
  const storage = { db: database.db, connection: () => database.connection };
  const printed: string[] = [];
  const application = await compose(configOf(dataDir, options), storage, {
    onError: (error) => (options.onError ?? options.logged ?? console.error)(error),
    print: (line) => printed.push(line),
    siteUrl: () => siteUrl,
    makeRenderer: inThreadRenderer,
  });
  const { services, parts } = application;
  const running = await startAll(parts, ({ service, err }) => {
    throw new Error(`${service} did not stop`, { cause: err });
  });
  const close = async (): Promise<void> => {
    await services.jobRunner.stop();
    await services.liveQueues.close();
    await running.stop();
  };
  return { ...application, printed, close };
};

/** Has a look at every answer in JSON, whoever asks. */
const recordAnswers = (http: Server, take: (answer: Answer) => void): void => {
  http.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const end = response.end.bind(response);
    const path = (request.url ?? "").split("?")[0]?.replace(/^\/(api\/v1|json)/, "") ?? "";
    response.end = ((chunk?: unknown, ...rest: never[]) => {
      const ended = end(chunk as never, ...rest);
      const { statusCode: status } = response;
      const text = response.getHeader("Content-Encoding") === "gzip" ? gunzipSync(chunk as Buffer) : chunk;
      if (String(response.getHeader("Content-Type")).includes("json"))
        take({ ...{ method: (request.method ?? "").toLowerCase(), path, status }, body: String(text) });
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
  const server = {
    uploads: { fileMib: maxUploadMib, realmMib: uploadQuotaMib ?? null },
    url: siteUrl,
    isDevelopment: options.mode === "development",
    signOnName: application.signOn?.displayName,
    startedAt: 0,
    webhookTokenOf: application.services.apiKeys.webhookTokenOf,
    sendsPush: application.services.pushRelay.services.length > 0,
  };
  const limit = { callsPerMinute: options.callsPerMinute ?? 0 };
  const logger = { error: (entry: unknown) => (options.logged ?? console.error)(entry) };
  const browsers = browserSide(application.services, {
    siteUrl,
    keptMails: application.keptMails,
    linkTokens: application.linkTokens,
    signOn: application.signOn,
  });
  const http = createWebServer().on(
    "request",
    httpServer(application.services, {
      server,
      limit,
      trustedProxies: ["loopback"],
      askDatabase: async () => database.db.raw("SELECT 1"),
      emoji: application.emoji,
      browsers,
      web: webClient({ ...browsers, folder: options.webFolder ?? join(dataDir, "no-web-client") }),
      logger,
    }),
  );
  const conformance = Conformance.load();
  if (conformance) recordAnswers(http, (answer) => conformance.check(answer));
  const keys = derivedApiKeys(secret);
  const clientOf = (user: { id: number; email: string }, ofRealm = realmId) =>
    clientOn(http, user.email, user.id, keys.keyOf(ofRealm, user.id, 1));
  const owner = clientOf({ id: 1, email: "owner@example.com" });
  const hash = argon2Hasher().hash(ownerPassword);
  const append = async (eventsAt: (head: RealmHead) => readonly RealmEvent[]): Promise<RealmHead> => {
    const eventStore = knexEventStore(database.db, systemClock, secretSeals(secret));
    const { head } = await eventStore.begin(realmId, 0);
    const events = eventsAt(head);
    const state = await application.services.directory.newest(realmId);
    const position = await commitWithJobs(eventStore, realmId, events, state, systemClock.now());
    const users = events.flatMap((event) => (event.type === "user_created" ? [event.user.id] : []));
    await database.db.raw(
      "INSERT INTO credentials (realm_id, user_id, password_hash) SELECT ?, unnest(?::bigint[]), ?",
      [realmId, users, await hash],
    );
    await application.services.directory.catchUp(realmId, position);
    return head;
  };
  return {
    ...application,
    ...{ http, database, dataDir, realmId, owner, clientOf },
    newMember: async (name) => {
      const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
      const state = await application.services.directory.of(realmId);
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
      await application.services.jobRunner.runDue(["deliver_mail"]);
      return application.printed;
    },
    restarted: async () => serverOn(lasting, await open(lasting, options), realmId, options),
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
