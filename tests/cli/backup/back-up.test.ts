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
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import { Client } from "pg";
import { beginBackup } from "../../../src/adapters/persistence/embedded/base-backup";
import { diskFileStore } from "../../../src/adapters/storage/disk-file-store";
import { backUp } from "../../../src/cli/backup/back-up";
import { restore } from "../../../src/cli/backup/restore";
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

const connectionOf = (one: Storage) => {
  const settings = one.connection();
  if (typeof settings === "string") throw new Error("The database must be the embedded one");
  return settings;
};
const connection = () => connectionOf(storage);

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

test("a backup has a file that is added while the database is copied, and removed once it has been", async () => {
  const files = join(config.dataDir, "files");
  mkdirSync(files, { recursive: true });
  const file = join(files, "brief.txt");
  const target = join(folder, "while-brief");
  let isOver = false;
  const made = backUp(config, target).finally(() => {
    isOver = true;
  });
  const untilCopying = async (isCopying: () => boolean): Promise<void> => {
    while (!isOver && !isCopying()) await sleep(1);
  };
  await untilCopying(() => existsSync(join(target, "postgres", "base")));
  writeFileSync(file, "brief");
  // The log is copied last, up to the moment whose data the backup has.
  const log = join(target, "postgres", "pg_wal");
  await untilCopying(() => existsSync(log) && readdirSync(log).some((name) => name.length === 24));
  rmSync(file);
  await made;
  expect(readFileSync(join(target, "files", "brief.txt"), "utf8")).toBe("brief");
}, 120_000);

test("a backup outlives the removal of folders that it is about to list", async () => {
  const files = join(config.dataDir, "files");
  const names = Array.from({ length: 60 }, (_, index) => `1/${index % 20}/upload-${index}`);
  for (const name of names) {
    mkdirSync(join(files, name), { recursive: true });
    writeFileSync(join(files, name, "a.txt"), name);
  }
  const target = join(folder, "while-removing");
  const made = backUp(config, target);
  while (!existsSync(target)) await new Promise(setImmediate);
  const removed = names.filter((_, index) => index % 3 === 0);
  for (const name of removed.toReversed()) {
    rmSync(join(files, name), { recursive: true });
    await new Promise(setImmediate);
  }
  await made;
  const { files: recorded } = JSON.parse(readFileSync(join(target, "backup.json"), "utf8"));
  for (const name of names.filter((one) => !removed.includes(one)))
    expect(recorded).toHaveProperty([`files/${name}/a.txt`]);
  rmSync(files, { recursive: true });
}, 60_000);

test("a backup outlives the removal of a database's folder that it is about to list", async () => {
  const cluster = join(config.dataDir, "postgres");
  const dropped = join("base", "4000000");
  mkdirSync(join(cluster, dropped));
  writeFileSync(join(cluster, dropped, "1259"), "a table");
  const target = join(folder, "while-dropping");
  const copied: string[] = [];
  const backup = await beginBackup(connection());
  try {
    await backup.copy(
      { cluster, target },
      {
        folder: async (path) => {
          if (path === join(target, dropped)) rmSync(join(cluster, dropped), { recursive: true });
        },
        file: async (_, to) => void copied.push(to),
        text: async (_, to) => void copied.push(to),
      },
    );
  } finally {
    await backup.end();
  }
  for (const name of ["PG_VERSION", "global/pg_control", "backup_label"])
    expect(copied).toContain(join(target, name));
  expect(existsSync(join(cluster, dropped))).toBe(false);
}, 60_000);

test("a restored backup has each file that its database references and that was there", async () => {
  const { dataDir } = config;
  const store = diskFileStore(join(dataDir, "files"));
  const client = new Client({ ...connection(), user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("CREATE TABLE referenced (key text PRIMARY KEY)");
  const add = async (key: string): Promise<void> => {
    await store.put(key, Readable.from([Buffer.from(key)]));
    await client.query("INSERT INTO referenced VALUES ($1)", [key]);
  };
  const old = Array.from({ length: 40 }, (_, index) => `1/${index % 20}/old-${index}/a.txt`);
  for (const key of old) await add(key);
  const target = join(folder, "while-busy");
  let done = false;
  const made = backUp(config, target).finally(() => {
    done = true;
  });
  const removed: string[] = [];
  for (const key of old.slice(0, 30)) {
    if (done) break;
    await client.query("DELETE FROM referenced WHERE key = $1", [key]);
    await store.remove(key);
    removed.push(key);
    await add(key.replace("old", "new"));
  }
  await made;
  expect(removed.length).toBeGreaterThan(0);
  await client.query("DROP TABLE referenced");
  rmSync(join(dataDir, "files"), { recursive: true });
  await client.end();

  const restored = { ...config, dataDir: join(folder, "restored") };
  await restore(target, restored.dataDir);
  const copy = storageOf(restored, { log: () => {}, mayUseRunningServer: false, leavesSchema: true });
  await copy.start();
  const reader = new Client({ ...connectionOf(copy), user: "postgres", database: "postgres" });
  await reader.connect();
  const { rows } = await reader.query<{ key: string }>("SELECT key FROM referenced");
  await reader.end();
  await copy.stop();
  const keys = rows.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(old.filter((key) => !removed.includes(key))));
  for (const key of keys) expect(readFileSync(join(restored.dataDir, "files", key), "utf8")).toBe(key);
}, 120_000);

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
