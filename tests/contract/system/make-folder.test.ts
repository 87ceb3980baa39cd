import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderMailer } from "../../../src/adapters/mail/folder-mailer";
import { closeFolder } from "../../../src/adapters/storage/disk-file-store";
import { makeDataFolder } from "../../../src/adapters/system/data-folder";
import { makeFolder } from "../../../src/adapters/system/make-folder";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-folders-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("creates a folder with its missing parents, and says whether it was missing", () => {
  const folder = join(root, "a", "b", "c");
  expect([makeFolder(folder, 0o700), makeFolder(folder, 0o700)]).toEqual([true, false]);
  for (const path of [folder, join(root, "a")]) expect(statSync(path).mode & 0o777).toBe(0o700);
});

test("follows links to folders", () => {
  mkdirSync(join(root, "there"));
  symlinkSync(join(root, "there"), join(root, "link"));
  expect(makeFolder(join(root, "link", "x"), 0o700)).toBe(true);
  expect(existsSync(join(root, "there", "x"))).toBe(true);
});

test("refuses a path that leads through a file or a broken link", () => {
  writeFileSync(join(root, "file"), "");
  symlinkSync(join(root, "nowhere"), join(root, "broken"));
  for (const path of ["file", "file/x", "broken", "broken/x"])
    expect(() => makeFolder(join(root, path), 0o700)).toThrow(/EEXIST|ENOTDIR|ENOENT/);
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("gives up in a folder of the system where none can be created", () => {
  for (const path of ["/proc/x", "/proc/x/y"])
    expect(() => makeFolder(path, 0o700)).toThrow(/ENOENT|EACCES|EPERM/);
});

onLinux.each<[string, () => unknown]>([
  ["the data folder", () => makeDataFolder("/proc/x")],
  ["the folder of files", () => closeFolder("/proc/x/files")],
  ["the folder of mail", () => folderMailer("/proc/x/mail").list()],
])("so does %s", async (_what, make) => {
  await expect((async () => make())()).rejects.toThrow(/ENOENT|EACCES|EPERM/);
});
