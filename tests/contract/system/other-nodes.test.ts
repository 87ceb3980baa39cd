import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { diskFileStore } from "../../../src/adapters/storage/disk-file-store";
import { systemClock } from "../../../src/adapters/system/clock";
import { checkFiles } from "../../../src/cli/doctor/check-files";
import { checkNodes } from "../../../src/cli/doctor/check-nodes";
import { type ComparedConfig, settingsLetters } from "../../../src/composition/adapters/compared-settings";
import { watchOtherNodes } from "../../../src/composition/components/other-nodes";
import type { Config } from "../../../src/config/config";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let root: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  root = mkdtempSync(join(tmpdir(), "parley-nodes-"));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await database.destroy();
  rmSync(root, { recursive: true, force: true });
});

interface Settings {
  readonly wakeup?: "postgres" | "nats";
  readonly storage?: "disk" | "s3";
  readonly role?: "web" | "jobs" | "all";
  /** Whether a pooler replaces the name of its connections. */
  readonly isHidden?: boolean;
  /** Other settings than the usual ones; undefined for a version that doesn't send any. */
  readonly compared?: Partial<ComparedConfig> | undefined;
}

const usual: ComparedConfig = {
  archiveDays: 30,
  auditDays: 400,
  mode: "production",
  oidcIssuer: undefined,
  orphanDays: 35,
  push: [],
  smtpUrl: undefined,
  url: "https://chat.example.com",
};

interface RunningNode {
  readonly errors: readonly unknown[];
  /** How many looks at the others the node has begun. */
  readonly begun: () => number;
}
const running = new Set<RunningNode>();

/** Waits until each running node has finished a look that began after this call: a node doesn't begin the next look before the last one ended. */
const untilAllLooked = async (): Promise<void> => {
  const wanted = [...running].map((node) => ({ node, count: node.begun() + 2 }));
  for (const { node, count } of wanted) while (node.begun() < count) await sleep(5);
  for (const { errors } of running) expect(errors).toEqual([]);
};

/** A node on a machine of its own. Resolves when it and the others have looked at each other. */
const start = async (
  name: string,
  { wakeup = "postgres", storage = "disk", role, isHidden = false, compared }: Settings = {},
) => {
  const letters = compared && settingsLetters({ ...usual, ...compared });
  const db: Knex = openDatabase(database.connection, {
    poolSize: 1,
    name: isHidden
      ? "pooler"
      : `parley 1 ${wakeup}/${storage}/1 ${name}${role === undefined ? "" : letters ? `/${role.charAt(0)}${letters}` : `/${role}`}`,
  });
  const lines: string[] = [];
  const errors: unknown[] = [];
  const mailOfOthers: boolean[] = [];
  let begun = 0;
  // The statement that each look begins with.
  db.on("query", ({ sql }: { readonly sql: string }) => {
    if (sql.includes("FROM pg_stat_activity")) begun += 1;
  });
  const looking = { errors, begun: () => begun };
  const node = watchOtherNodes(
    {
      ...usual,
      ...compared,
      databaseUrl: "postgres://here/parley",
      dataDir: join(root, name),
      role: role ?? "all",
      storage,
      wakeup,
    },
    {
      db,
      clock: systemClock,
      // Its own connection is that of another machine, by its name: it must not be taken for another node.
      isSameServer: ({ host }) => host === name,
      othersSendMail: (isSent) => mailOfOthers.push(isSent),
      warn: (line) => lines.push(line),
      onError: (error) => errors.push(error),
      everyMilliseconds: 50,
    },
  );
  await node.start();
  running.add(looking);
  const stop = async () => {
    running.delete(looking);
    await node.stop();
    await db.destroy();
  };
  stops.push(stop);
  // What it changes with its first look, the others notice with a later one.
  while (begun < 2) await sleep(5);
  await untilAllLooked();
  return { lines, stop, seesMail: () => mailOfOthers.at(-1) };
};

const stopAll = async (): Promise<void> => {
  for (const stop of stops.splice(0).reverse()) await stop();
};

test("a second node with a folder of its own says so, and the first doesn't", async () => {
  const first = await start("one");
  const second = await start("two");
  expect(first.lines).toEqual([]);
  expect(second.lines).toEqual([
    expect.stringMatching(/^Files are in \S+two\/files, which isn't the folder of the other nodes: /),
  ]);
});

test("nodes that share a folder are left in peace, whatever each calls it", async () => {
  for (const name of ["shared", "one", "two"]) mkdirSync(join(root, name));
  for (const name of ["one", "two"]) symlinkSync(join(root, "shared"), join(root, name, "files"));
  expect((await start("one")).lines).toEqual([]);
  expect((await start("two")).lines).toEqual([]);
  expect((await start("three")).lines).toHaveLength(1);
  await stopAll();
  expect((await start("two")).lines).toEqual([]);
});

test("a node that is alone may move to another folder", async () => {
  await (await start("one")).stop();
  stops.splice(0);
  expect((await start("two")).lines).toEqual([]);
  expect((await start("one")).lines).toHaveLength(1);
});

test("of nodes that don't see each other, the later one takes the folder over once, and the earlier one says so", async () => {
  const first = await start("one", { isHidden: true });
  const second = await start("two", { isHidden: true });
  expect(first.lines).toEqual([expect.stringMatching(/^Files are in \S+one\/files, which isn't the folder/)]);
  expect(second.lines).toEqual([]);
});

test("an empty mark, which a full disk leaves, is replaced", async () => {
  const folder = join(root, "one", "files");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "folder-id"), "");
  expect((await start("one")).lines).toEqual([]);
  expect(readFileSync(join(folder, "folder-id"), "utf8")).toMatch(/^[0-9a-f-]{36}\n$/);
  const { rows } = await database.db.raw("SELECT mark FROM files_folder");
  expect(`${rows[0].mark}\n`).toBe(readFileSync(join(folder, "folder-id"), "utf8"));
  expect(readdirSync(folder).filter((name) => name.startsWith("folder-id"))).toEqual(["folder-id"]);
});

test("the doctor says that the folder is the database's, and not that other nodes have it too", async () => {
  await start("one", { storage: "disk" });
  await start("two", { storage: "disk" });
  const config = { ...usual, databaseUrl: "postgres://here/parley", storage: "disk", wakeup: "postgres" };
  const dataDir = join(root, "one");
  const { folder } = await checkNodes(database.db, { ...config, dataDir } as Config);
  const { message } = await checkFiles({ ...config, dataDir } as Config, folder);
  expect(message).toMatch(/, and it is the database's folder\. Run doctor on the other nodes/);
});

test("the doctor says that a folder's mark can't be read, beside everything else", async () => {
  await start("one");
  const dataDir = join(root, "two");
  mkdirSync(join(dataDir, "files", "folder-id"), { recursive: true });
  const config = { databaseUrl: "postgres://here/parley", dataDir, storage: "disk", wakeup: "postgres" };
  const { findings, folder } = await checkNodes(database.db, config as Config);
  expect(folder).toBe("unknown");
  expect(findings.map(({ outcome }) => outcome)).toEqual(["fine", "broken"]);
  expect(findings[1]?.message).toMatch(/can't be compared with the other nodes': EISDIR/);
});

test("the doctor warns if every server only serves people, and says nothing of servers that don't name their role", async () => {
  const doubts = async (): Promise<readonly string[]> => {
    const config = {
      databaseUrl: "postgres://here/parley",
      dataDir: join(root, "doctor"),
      storage: "s3",
      wakeup: "postgres",
    };
    const { findings } = await checkNodes(database.db, config as Config);
    return findings.filter(({ outcome }) => outcome !== "fine").map(({ message }) => message);
  };
  expect(await doubts()).toEqual([]);
  await start("one", { storage: "s3", role: "web" });
  await start("two", { storage: "s3", role: "web" });
  expect(await doubts()).toEqual([
    expect.stringMatching(/^every server on this database has PARLEY_ROLE=web, so nobody/),
  ]);
  const older = await start("older", { storage: "s3" });
  expect(await doubts()).toEqual([]);
  await older.stop();
  expect(await doubts()).toHaveLength(1);
  await start("three", { storage: "s3", role: "jobs" });
  expect(await doubts()).toEqual([]);
});

test("nodes on different buses or storages say so", async () => {
  await start("one", { wakeup: "postgres", storage: "s3" });
  expect((await start("two", { wakeup: "nats", storage: "s3" })).lines).toEqual([
    expect.stringMatching(
      /^PARLEY_WAKEUP is nats here and postgres on one \(pid 1\): changes take up to four/,
    ),
  ]);
  expect((await start("three", { storage: "disk" })).lines).toEqual([
    expect.stringMatching(/^PARLEY_WAKEUP is postgres here and nats on two/),
    expect.stringMatching(/^PARLEY_STORAGE is disk here and s3 on two \(pid 1\): each lacks the files/),
  ]);
});

test("nodes of which only some send mail say so, and see whether others send it", async () => {
  const smtpUrl = "smtp://mail.example.com";
  const printing = await start("one", { storage: "s3", role: "web", compared: {} });
  expect([printing.lines, printing.seesMail()]).toEqual([[], false]);
  const sending = await start("two", { storage: "s3", role: "jobs", compared: { smtpUrl } });
  expect([printing.seesMail(), sending.seesMail()]).toEqual([true, false]);
  expect(sending.lines).toEqual([
    expect.stringMatching(
      /^Mail goes to the mail server here and to the log on one \(pid 1\): .* PARLEY_SMTP_URL/,
    ),
  ]);
  expect(printing.lines).toEqual([
    expect.stringMatching(/^Mail goes to the log here and to the mail server on two \(pid 1\)/),
  ]);
  await sending.stop();
  await untilAllLooked();
  expect(printing.seesMail()).toBe(false);
});

test("the doctor names each setting that other nodes don't have, except of versions that don't send them", async () => {
  const config = { ...usual, databaseUrl: "postgres://here/parley", storage: "s3", wakeup: "postgres" };
  const broken = async (more: Partial<ComparedConfig> = {}): Promise<readonly string[]> => {
    const { findings } = await checkNodes(database.db, { ...config, ...more } as Config);
    return findings.filter(({ outcome }) => outcome === "broken").map(({ message }) => message);
  };
  await start("older", { storage: "s3", role: "all" });
  expect(await broken({ smtpUrl: "smtp://mail.example.com", archiveDays: 1 })).toEqual([]);
  await start("one", { storage: "s3", role: "all", compared: {} });
  await start("two", { storage: "s3", role: "all", compared: {} });
  expect(await broken()).toEqual([]);
  expect(await broken({ smtpUrl: "smtp://mail.example.com", archiveDays: 1, push: ["web"] })).toEqual([
    expect.stringMatching(/^Mail goes to the mail server here and to the log on one/),
    expect.stringMatching(/^PARLEY_ARCHIVE_DAYS isn't the same here and on one \(pid 1\): /),
    expect.stringMatching(/^PARLEY_PUSH isn't the same here and on one \(pid 1\): /),
  ]);
});

test("the mark of a folder is none of its files, and S3 needs none", async () => {
  await start("one");
  const folder = join(root, "one", "files");
  expect(readFileSync(join(folder, "folder-id"), "utf8")).toMatch(/^[0-9a-f-]{36}\n$/);
  const keys: string[] = [];
  for await (const { key } of diskFileStore(folder).list("")) keys.push(key);
  expect(keys).toEqual([]);
  await stopAll();
  await start("two", { storage: "s3" });
  expect(existsSync(join(root, "two"))).toBe(false);
});

/** What a server with an embedded database logs at its start. */
const linesAlone = async (role: "all" | "web"): Promise<readonly string[]> => {
  const lines: string[] = [];
  const node = watchOtherNodes(
    {
      ...usual,
      databaseUrl: undefined,
      dataDir: join(root, "alone"),
      role,
      storage: "disk",
      wakeup: "postgres",
    },
    {
      db: database.db,
      clock: systemClock,
      isSameServer: () => false,
      warn: (line) => lines.push(line),
      onError: (error) => lines.push(String(error)),
    },
  );
  await node.start();
  await sleep(200);
  await node.stop();
  return lines;
};

test("a server with an embedded database has no other nodes", async () => {
  expect([await linesAlone("all"), existsSync(join(root, "alone"))]).toEqual([[], false]);
});

test("a server with an embedded database that runs no jobs says that nobody else can", async () => {
  expect(await linesAlone("web")).toEqual([
    expect.stringMatching(
      /^PARLEY_ROLE is web, and no other server can use the embedded database, so nobody/,
    ),
  ]);
});
