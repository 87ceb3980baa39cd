import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import request, { type Test } from "supertest";
import { createWebServer, httpServer } from "../../src/adapters/http/server";
import { knexRealmTransactions } from "../../src/adapters/persistence/knex/realm-transactions";
import { derivedApiKeys } from "../../src/adapters/security/api-keys";
import { systemClock } from "../../src/adapters/system/clock";
import { type Application, compose } from "../../src/composition";
import { type Config, readConfig } from "../../src/config";
import type { RealmEvent } from "../../src/domain/event";
import { createTestDatabase, type TestDatabase } from "./test-database";

const secret = "a secret of thirty-two characters or more";
export const ownerPassword = "correct horse battery staple";

/** Somebody with a key, and the calls that they make. */
export interface Client {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  get(path: string, query?: object): Test;
  post(path: string, form?: object): Test;
  patch(path: string, form?: object): Test;
  delete(path: string, form?: object): Test;
}

export interface TestServer extends Application {
  readonly http: Server;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly realmId: number;
  readonly owner: Client;
  /** Makes an account by the owner's hand. */
  newMember(name: string): Promise<Client>;
  /** Adds what no endpoint makes yet: a guest, somebody deactivated ... */
  append(...events: RealmEvent[]): Promise<void>;
  /** By default of the realm that every test server has. */
  clientOf(user: { readonly id: number; readonly email: string }, ofRealm?: number): Client;
  /** Another process on the same database, as after a restart. */
  restarted(): Promise<TestServer>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly mode?: Config["mode"];
  readonly callsPerMinute?: number;
  readonly logged?: (entry: unknown) => void;
  /** Further settings, by their variables. */
  readonly settings?: Readonly<Record<string, string>>;
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
    patch: (path, form = {}) => signed(request(http).patch(at(path)).type("form").send(onTheWire(form))),
    delete: (path, form = {}) => signed(request(http).delete(at(path)).type("form").send(onTheWire(form))),
  };
};

/** The real application on a real PostgreSQL, with a realm and its owner. */
export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const database = await createTestDatabase();
  const lasting = { database, dataDir: mkdtempSync(join(tmpdir(), "parley-files-")) };
  const first = await open(lasting, options);
  const founded = await first.app.realms.found({
    ...{ name: "Example", subdomain: "", ownerEmail: "owner@example.com", ownerName: "Olive Owner" },
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

const open = ({ database, dataDir }: Lasting, options: ServerOptions): Promise<Application> => {
  const storage = { ...database, failed: new Promise<string>(() => {}), close: async () => {} };
  return compose(configOf(dataDir, options), storage, (error) => (options.logged ?? console.error)(error));
};

const serverOn = (
  lasting: Lasting,
  application: Application,
  realmId: number,
  options: ServerOptions,
): TestServer => {
  const { database, dataDir } = lasting;
  const { maxUploadMib, uploadQuotaMib } = configOf(dataDir, options);
  const server = {
    uploads: { fileMib: maxUploadMib, realmMib: uploadQuotaMib ?? null },
    url: "http://chat.example.com",
    isDevelopment: options.mode === "development",
    startedAt: 0,
  };
  const limit = { callsPerMinute: options.callsPerMinute ?? 0 };
  const logger = { error: (entry: unknown) => (options.logged ?? console.error)(entry) };
  const http = createWebServer().on(
    "request",
    httpServer(application.app, {
      server,
      limit,
      trustedProxies: ["loopback"],
      emoji: application.emoji,
      logger,
    }),
  );
  const keys = derivedApiKeys(secret);
  const clientOf = (user: { id: number; email: string }, ofRealm = realmId) =>
    clientOn(http, user.email, user.id, keys.keyOf(ofRealm, user.id, 1));
  const owner = clientOf({ id: 1, email: "owner@example.com" });
  return {
    ...application,
    ...{ http, database, dataDir, realmId, owner, clientOf },
    newMember: async (name) => {
      const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
      const made = await owner.post("/users", { email, full_name: name, password: ownerPassword });
      return clientOf({ id: made.body.user_id, email });
    },
    append: async (...events) => {
      const tx = await knexRealmTransactions(database.db, systemClock).begin(realmId);
      events.forEach((event, index) => {
        tx.append({ position: tx.head.position + index + 1, event });
      });
      await tx.flush().catch((error) => tx.rollback().then(() => Promise.reject(error)));
      const position = tx.head.position + events.length;
      const users = events.flatMap((event) => (event.type === "user_created" ? [event.user] : []));
      const user = Math.max(tx.head.ids.user ?? 0, ...users.map(({ id }) => id));
      await tx.commit({ ...tx.head, position, ids: { ...tx.head.ids, user } });
      await application.app.directory.catchUp(realmId, position);
    },
    restarted: async () => serverOn(lasting, await open(lasting, options), realmId, options),
    stop: async () => {
      http.close();
      await application.close();
      await database.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
