import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import { Client } from "pg";
import { beginBackup } from "../../../src/adapters/persistence/embedded/base-backup";
import { backUp } from "../../../src/cli/backup/back-up";
import { type Storage, storageOf } from "../../../src/composition/adapters/storage";
import { type Config, readConfig } from "../../../src/config/config";

let folder: string;
let config: Config;
let storage: Storage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-backup-"));
  const read = readConfig({ PARLEY_DATA_DIR: join(folder, "data") });
  if (E.isLeft(read)) throw new Error(read.left);
  config = read.right;
  storage = storageOf(config, { log: () => {}, mayUseRunningServer: false, leavesSchema: true });
  await storage.start();
}, 60_000);
afterAll(async () => {
  await storage.stop();
  rmSync(folder, { recursive: true });
});

const connection = () => {
  const settings = storage.connection();
  if (typeof settings === "string") throw new Error("The database must be the embedded one");
  return settings;
};

test("one backup at a time: another one says so, makes no folder, and can be made later", async () => {
  const target = join(folder, "second");
  const first = await beginBackup(connection());
  try {
    await expect(backUp(config, target)).rejects.toThrow(/^Another backup is in progress\. Wait/);
    expect(existsSync(target)).toBe(false);
  } finally {
    await first.end();
  }
  expect((await backUp(config, target)).count).toBeGreaterThan(100);
}, 30_000);

test("a backup waits for the end of one that was just killed", async () => {
  const killed = await beginBackup(connection());
  const made = backUp(config, join(folder, "after-killed"));
  const client = new Client({ ...connection(), user: "postgres", database: "postgres" });
  await client.connect();
  const trying = "SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_try_advisory_lock%'";
  while ((await client.query(trying)).rowCount !== 2) await sleep(20);
  await client.end();
  await killed.end();
  expect((await made).count).toBeGreaterThan(100);
}, 30_000);

test("of two backups into one folder, one is complete and the other is refused", async () => {
  const target = join(folder, "twice");
  const outcomes = await Promise.allSettled([backUp(config, target), backUp(config, target)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const manifest = JSON.parse(readFileSync(join(target, "backup.json"), "utf8"));
  expect(Object.keys(manifest.files).filter((name) => !existsSync(join(target, name)))).toEqual([]);
}, 60_000);

test("a backup has the files that are removed while it is made, and those that are added", async () => {
  const { dataDir } = config;
  const target = join(folder, "while-changing");
  mkdirSync(join(dataDir, "files"));
  writeFileSync(join(dataDir, "files", "old.txt"), "old");
  const made = backUp(config, target);
  // The database is copied from then on.
  while (!existsSync(join(target, "postgres"))) await new Promise(setImmediate);
  rmSync(join(dataDir, "files", "old.txt"));
  writeFileSync(join(dataDir, "files", "new.txt"), "new");
  await made;
  const { files } = JSON.parse(readFileSync(join(target, "backup.json"), "utf8"));
  for (const name of ["old", "new"]) {
    expect(readFileSync(join(target, "files", `${name}.txt`), "utf8")).toBe(name);
    expect(files).toHaveProperty([`files/${name}.txt`]);
  }
}, 30_000);

test("a backup into a folder that is there makes it readable by its owner only, and leaves out what PostgreSQL sorts", async () => {
  const target = join(folder, "readable");
  mkdirSync(target, { mode: 0o755 });
  chmodSync(target, 0o755);
  const sorted = join(config.dataDir, "postgres", "base", "pgsql_tmp");
  mkdirSync(sorted);
  writeFileSync(join(sorted, "pgsql_tmp1.0"), "sorted");
  await backUp(config, target);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  const copied = readdirSync(target, { recursive: true });
  expect(copied).toContain(join("postgres", "base"));
  expect(copied.filter((path) => String(path).includes("pgsql_tmp"))).toEqual([]);
}, 30_000);

test("a slot that a backup left behind doesn't prevent the next", async () => {
  const client = new Client({ ...connection(), user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("SELECT pg_create_physical_replication_slot('parley_backup', true)");
  const target = join(folder, "after-slot");
  await backUp(config, target);
  expect(existsSync(join(target, "backup.json"))).toBe(true);
  expect((await client.query("SELECT slot_name FROM pg_replication_slots")).rows).toEqual([]);
  await client.end();
}, 30_000);
