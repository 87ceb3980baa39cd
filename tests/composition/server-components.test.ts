import pino from "pino";
import { inThreadRenderer } from "../../src/adapters/markdown/in-thread-renderer";
import { zxcvbnStrength } from "../../src/adapters/security/password-strength";
import { siteAddress } from "../../src/composition/components/site-address";
import { compose } from "../../src/composition/compose";
import { startAll } from "../../src/composition/lifecycle/lifecycle";
import { serverComponents, type WorkerPlace } from "../../src/composition/server-components";
import { readConfig } from "../../src/config/config";
import { newDataDir } from "../support/program/child-server";
import { createTestDatabase } from "../support/storage/test-database";

const failing = (error: unknown): void => {
  throw error;
};

/** The names of what a process with a role and a metrics port starts. */
const namesIn = async (role: "web" | "all", worker?: WorkerPlace): Promise<readonly string[]> => {
  const folder = newDataDir();
  const database = await createTestDatabase();
  const read = readConfig({
    PARLEY_DATA_DIR: folder.path,
    PARLEY_SECRET: "a secret of thirty-two characters or more",
    PARLEY_METRICS_PORT: "0",
    PARLEY_ROLE: role,
    DATABASE_URL: "postgres://the.server.of.the.tests/parley",
  });
  if (read._tag === "Left") throw new Error(read.left);
  const config = read.right;
  const storage = {
    name: "database",
    db: database.db,
    connection: () => database.connection,
    failed: new Promise<string>(() => {}),
    start: async () => {},
    stop: async () => {},
  };
  const application = await compose(config, storage, {
    onError: failing,
    print: () => {},
    siteUrl: () => "http://chat.example.com",
    makeRenderer: inThreadRenderer,
    passwordStrength: { ...zxcvbnStrength, close: async () => undefined },
  });
  const components = serverComponents({
    config,
    storage,
    application,
    site: siteAddress(config),
    webFolder: folder.path,
    logger: pino({ level: "silent" }),
    onError: failing,
    worker,
  });
  const opened = await startAll(application.commonComponents, ({ err }) => failing(err));
  await opened.stop();
  await application.renderer.close();
  await database.destroy();
  folder.remove();
  return components.map(({ name }) => name);
};

const watches = ["measuring jobs", "watching jobs"];
const watchesIn = async (...given: Parameters<typeof namesIn>): Promise<readonly string[]> =>
  (await namesIn(...given)).filter((name) => watches.includes(name));

const worker: WorkerPlace = {
  bus: undefined,
  entrance: { open: async () => 0, close: async () => ({ allEnded: Promise.resolve() }) },
  serverPid: 1,
  warnsOfOthers: true,
};

test("the only process of a server measures jobs, and watches over them if it runs none", async () => {
  expect(await watchesIn("all")).toEqual(["measuring jobs"]);
  expect(await watchesIn("web")).toEqual(watches);
});

test("a worker leaves both to the primary process", async () => {
  expect(await watchesIn("all", worker)).toEqual([]);
  expect(await watchesIn("web", worker)).toEqual([]);
});
