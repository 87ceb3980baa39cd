import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { entriesIn, filesBelow } from "../../../src/adapters/system/folder-entries";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-entries-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (...paths: readonly string[]): void => {
  for (const path of paths) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
};

const listed = async (paths: AsyncIterable<string>): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const path of paths) found.push(relative(folder, path));
  return found.sort();
};

test("lists the files of all folders, but neither folders nor links", async () => {
  write("a.txt", "1/b.txt", "1/2/c.txt");
  mkdirSync(join(folder, "empty"));
  symlinkSync(join(folder, "a.txt"), join(folder, "link"));
  symlinkSync(folder, join(folder, "1", "up"));
  expect(await listed(filesBelow(folder))).toEqual(["1/2/c.txt", "1/b.txt", "a.txt"]);
});

test("what isn't there, or isn't a folder, has no entries", async () => {
  write("a.txt");
  for (const name of ["missing", "a.txt"]) {
    expect(await entriesIn(join(folder, name)).next()).toEqual({ done: true, value: undefined });
    expect(await listed(filesBelow(join(folder, name)))).toEqual([]);
  }
});

test("folders that are removed while they are listed are left out, and all others are complete", async () => {
  const uploads = Array.from({ length: 100 }, (_, index) => `${index % 10}/${index}/a.txt`);
  write(...uploads);
  const listing = filesBelow(folder);
  const first = await listing.next();
  const seen = relative(folder, String(first.value));
  const removed = uploads.filter((path, index) => index % 2 === 0 && path !== seen);
  // One of them is open now, others were read with their parent, and others weren't read.
  for (const path of removed) rmSync(join(folder, path, ".."), { recursive: true });
  rmSync(join(folder, seen, ".."), { recursive: true });
  const remaining = uploads.filter((path) => ![...removed, seen].includes(path));
  expect(await listed(listing)).toEqual(remaining.toSorted());
});

test("a file that is added while others are listed does no harm", async () => {
  write("1/a.txt", "2/a.txt");
  const listing = filesBelow(folder);
  const first = relative(folder, String((await listing.next()).value));
  write("1/b.txt", "2/b.txt", "3/a.txt");
  const found = [first, ...(await listed(listing))];
  expect(found).toEqual(expect.arrayContaining(["1/a.txt", "2/a.txt"]));
  expect(new Set(found).size).toBe(found.length);
});
