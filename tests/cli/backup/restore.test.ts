import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lockDataFolder } from "../../../src/adapters/persistence/embedded/data-folder-lock";
import { startEmbeddedPostgres } from "../../../src/adapters/persistence/embedded/embedded-postgres";
import { restoreOf } from "../../../src/adapters/persistence/knex/database/database-history";
import { serverSecret } from "../../../src/adapters/security/server-secret";
import { restore } from "../../../src/cli/backup/restore";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-restore-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A backup whose manifest says what an attacker likes, and the data folder that it is restored to. */
const backupOf = (files: Readonly<Record<string, string>>, named: Readonly<Record<string, string>> = {}) => {
  const from = join(folder, "backup");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(from, path)), { recursive: true });
    writeFileSync(join(from, path), content);
  }
  const checksums = Object.fromEntries(
    Object.entries({ ...files, ...named }).map(([path, content]) => [path, sha256(content)]),
  );
  writeFileSync(
    join(from, "backup.json"),
    JSON.stringify({ format: 1, madeAt: "2026-01-31", api: "11", files: checksums }),
  );
  return { from, dataDir: join(folder, "data") };
};

const whole = { "files/1/a.txt": "a", "postgres/PG_VERSION": "18", "postgres/backup_label": "label" };
const elsewhere = "what only root may read";

test("a backup is restored, also through a link to its folder", async () => {
  const { from, dataDir } = backupOf(whole);
  symlinkSync(from, join(folder, "latest"));
  expect(await restore(join(folder, "latest"), dataDir)).toBe(3);
  expect(readFileSync(join(dataDir, "files/1/a.txt"), "utf8")).toBe("a");
});

test("each restore begins another history of the database", async () => {
  const { from, dataDir } = backupOf(whole);
  const other = join(folder, "other");
  for (const target of [dataDir, other]) await restore(from, target);
  const [first, second] = [dataDir, other].map((target) => restoreOf({ dataDir: target }));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
  expect(restoreOf({ dataDir, databaseUrl: "postgres://elsewhere" })).toBe("");
  expect(restoreOf({ dataDir: folder })).toBe("");
});

test.each([
  "../outside",
  "files/../../outside",
  "/outside",
  "files\\..\\outside",
  "parley.lock",
  "restoring/secret",
])("a manifest that names %s is refused, and nothing is written", async (path) => {
  const { from, dataDir } = backupOf(whole);
  const manifest = JSON.parse(readFileSync(join(from, "backup.json"), "utf8"));
  manifest.files[path] = sha256("x");
  writeFileSync(join(from, "backup.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "outside"), "x");
  await expect(restore(from, dataDir)).rejects.toThrow("doesn't belong in a backup");
  expect(readdirSync(folder).sort()).toEqual(["backup", "outside"]);
});

test("a link to a file elsewhere is refused, even if its content is known", async () => {
  const { from, dataDir } = backupOf(whole, { "files/1/b.txt": elsewhere });
  writeFileSync(join(folder, "secret"), elsewhere);
  symlinkSync(join(folder, "secret"), join(from, "files/1/b.txt"));
  await expect(restore(from, dataDir)).rejects.toThrow("doesn't belong to this backup");
  expect(existsSync(dataDir)).toBe(false);
});

test("a folder that is a link is refused", async () => {
  const { from, dataDir } = backupOf(whole, { "files/2/secret": elsewhere });
  mkdirSync(join(folder, "etc"));
  writeFileSync(join(folder, "etc/secret"), elsewhere);
  symlinkSync(join(folder, "etc"), join(from, "files/2"));
  await expect(restore(from, dataDir)).rejects.toThrow("doesn't belong to this backup");
});

test("the backup label, which older manifests don't name, can't be a link either", async () => {
  const { "postgres/backup_label": _, ...named } = whole;
  const { from, dataDir } = backupOf(named);
  symlinkSync("/dev/zero", join(from, "postgres/backup_label"));
  await expect(restore(from, dataDir)).rejects.toThrow("doesn't belong to this backup");
  expect(existsSync(dataDir)).toBe(false);
});

test("a pipe, which would never end, is refused", async () => {
  const { from, dataDir } = backupOf(whole, { "files/1/pipe": "x" });
  expect(spawnSync("mkfifo", [join(from, "files/1/pipe")]).status).toBe(0);
  await expect(restore(from, dataDir)).rejects.toThrow("doesn't belong to this backup");
});

const isRoot = process.getuid?.() === 0;

/** Does some work as a user who isn't root. */
const asNobody = async <A>(work: () => Promise<A>): Promise<A> => {
  if (!isRoot) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
};

test("a folder that is there is filled, in a parent that can't be written", async () => {
  const { from, dataDir } = backupOf(whole);
  mkdirSync(dataDir);
  // What a disk of its own has, and the lock of an earlier server.
  mkdirSync(join(dataDir, "lost+found"), { mode: 0o700 });
  if (isRoot) {
    chownSync(dataDir, 65_534, 65_534);
    chmodSync(folder, 0o755);
  } else chmodSync(folder, 0o555);
  const { ino } = statSync(dataDir);
  try {
    expect(await asNobody(() => restore(from, dataDir))).toBe(3);
  } finally {
    chmodSync(folder, 0o755);
  }
  expect(statSync(dataDir).ino).toBe(ino);
  expect(readdirSync(dataDir).sort()).toEqual(["files", "lost+found", "parley.lock", "postgres"]);
});

const mount = (at: string): boolean =>
  process.platform === "linux" && spawnSync("mount", ["-t", "tmpfs", "tmpfs", at]).status === 0;

test("a mount point is filled", async () => {
  const { from, dataDir } = backupOf(whole);
  mkdirSync(dataDir);
  // Without the right to mount, it is a folder like any other.
  const isMounted = mount(dataDir);
  try {
    expect(await restore(from, dataDir)).toBe(3);
    expect(readFileSync(join(dataDir, "postgres/PG_VERSION"), "utf8")).toBe("18");
  } finally {
    if (isMounted) spawnSync("umount", [dataDir]);
  }
});

test("a failed restore leaves no file in a folder that was there", async () => {
  const { from, dataDir } = backupOf(whole, { "files/1/gone.txt": "gone" });
  mkdirSync(dataDir);
  await expect(restore(from, dataDir)).rejects.toThrow("files/1/gone.txt is missing or damaged");
  expect(readdirSync(dataDir)).toEqual(["parley.lock"]);
});

test.each([
  ["that was there", true],
  ["that the restore made", false],
])(
  "what another process writes into a folder %s, before the restore locks it, is left alone",
  async (_, isThere) => {
    const { from, dataDir } = backupOf(whole);
    if (isThere) mkdirSync(dataDir);
    const restored = restore(from, dataDir);
    const failed = expect(restored).rejects.toThrow("isn't empty: it has notes.txt");
    // The lock's file is there before the lock is taken.
    while (!existsSync(join(dataDir, "parley.lock"))) await new Promise(setImmediate);
    writeFileSync(join(dataDir, "notes.txt"), "mine");
    await failed;
    expect(readdirSync(dataDir).sort()).toEqual(["notes.txt", "parley.lock"]);
  },
);

const killedAt: readonly (readonly [string, readonly string[]])[] = [
  ["it copied", ["restoring/secret"]],
  ["it moved files to their places", ["restoring/files/1/old.txt", "postgres/PG_VERSION", "secret"]],
  ["all files were in their places", ["restoring/", "files/1/old.txt", "postgres/PG_VERSION", "secret"]],
];
describe.each(killedAt)("after a restore was killed while %s", (_when, paths) => {
  const halfRestored = () => {
    const made = backupOf(whole);
    for (const path of paths) {
      mkdirSync(path.endsWith("/") ? join(made.dataDir, path) : dirname(join(made.dataDir, path)), {
        recursive: true,
      });
      if (!path.endsWith("/")) writeFileSync(join(made.dataDir, path), "of another backup");
    }
    return made;
  };

  test("no server starts", async () => {
    const { dataDir } = halfRestored();
    const before = readdirSync(dataDir, { recursive: true });
    const refusal = /A restore into .* was interrupted\. If it was interrupted, run parley restore again/;
    expect(() => serverSecret(dataDir)).toThrow(refusal);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(refusal);
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  });

  test("the next one removes what it left", async () => {
    const { from, dataDir } = halfRestored();
    await restore(from, dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(["files", "parley.lock", "postgres"]);
    expect(readdirSync(join(dataDir, "files/1"))).toEqual(["a.txt"]);
    expect(readFileSync(join(dataDir, "postgres/PG_VERSION"), "utf8")).toBe("18");
  });

  test("nothing is removed that belongs to somebody else", async () => {
    const { from, dataDir } = halfRestored();
    writeFileSync(join(dataDir, "notes.txt"), "mine");
    const before = readdirSync(dataDir, { recursive: true });
    await expect(restore(from, dataDir)).rejects.toThrow("isn't empty: it has notes.txt");
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  });
});

test("a folder that a server or another restore uses is left alone", async () => {
  const { from, dataDir } = backupOf(whole);
  mkdirSync(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    await expect(restore(from, dataDir)).rejects.toThrow("is in use by another Parley");
  } finally {
    lock.release();
  }
  expect(readdirSync(dataDir)).toEqual(["parley.lock"]);
});
