import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
import { dirname, join } from "node:path";
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

test.each(["../outside", "files/../../outside", "/outside", "files\\..\\outside"])(
  "a manifest that names %s is refused, and nothing is written",
  async (path) => {
    const { from, dataDir } = backupOf(whole);
    const manifest = JSON.parse(readFileSync(join(from, "backup.json"), "utf8"));
    manifest.files[path] = sha256("x");
    writeFileSync(join(from, "backup.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "outside"), "x");
    await expect(restore(from, dataDir)).rejects.toThrow("outside the backup's folder");
    expect(readdirSync(folder).sort()).toEqual(["backup", "outside"]);
  },
);

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

test("the next restore removes what a killed one left, and nothing of one that runs", async () => {
  const { from, dataDir } = backupOf(whole);
  const { pid: ended } = spawnSync(process.execPath, ["-e", ""]);
  for (const pid of [ended, process.ppid]) {
    mkdirSync(`${dataDir}.restoring-${pid}`);
    writeFileSync(join(`${dataDir}.restoring-${pid}`, "secret"), "s");
  }
  await restore(from, dataDir);
  expect(readdirSync(folder).sort()).toEqual(["backup", "data", `data.restoring-${process.ppid}`]);
});
