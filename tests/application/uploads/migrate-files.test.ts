import { sha256 } from "../../../src/adapters/storage/sha256";
import type { FileStore } from "../../../src/application/ports/files/file-store";
import { migrateFiles } from "../../../src/application/uploads/migrate-files";
import { arriving, textOf } from "../../support/application/uploads";
import { faultyStore } from "../../support/storage/faulty-store";
import { memoryFileStore } from "../../support/storage/memory-file-store";

const put = (store: FileStore, key: string, content = key) => store.put(key, arriving(content));
const contents = async (store: FileStore): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for await (const { key } of store.list(""))
    found[key] = await textOf((await store.open(key)) ?? arriving(""));
  return found;
};
const migrate = (from: FileStore, to: FileStore, onProgress: (done: number) => void = () => {}) =>
  migrateFiles({ from, to, checksum: sha256, onProgress });
const nothing = { copied: 0, present: 0, gone: 0, bytes: 0, failed: [] };

test("copies lasting files once, and leaves unfinished uploads behind", async () => {
  const [from, to] = [memoryFileStore(), memoryFileStore()];
  for (const key of ["files/a", "files/b", "parts/1/x", "incoming/half"]) await put(from, key);
  expect(await migrate(from, to)).toEqual({ ...nothing, copied: 2, bytes: 14 });
  expect(await contents(to)).toEqual({ "files/a": "files/a", "files/b": "files/b" });
  expect(await migrate(from, to)).toEqual({ ...nothing, present: 2 });
});

test("overwrites a file whose content differs at the target", async () => {
  const [from, to] = [memoryFileStore(), memoryFileStore()];
  await put(from, "files/a", "right");
  await put(to, "files/a", "wrong");
  await put(from, "files/b", "long enough");
  await put(to, "files/b", "long");
  expect(await migrate(from, to)).toEqual({ ...nothing, copied: 2, bytes: 16 });
  expect(await contents(to)).toEqual({ "files/a": "right", "files/b": "long enough" });
});

test("files that come and go meanwhile don't count as failures", async () => {
  const [from, to] = [memoryFileStore(), memoryFileStore()];
  for (let index = 0; index < 20; index += 1) await put(from, `files/${index}`);
  const outcome = await migrate(from, to, (done) => {
    if (done !== 1) return;
    void from.remove("files/19");
    void put(from, "files/20");
  });
  expect([outcome.gone + outcome.copied, outcome.failed]).toEqual([20, []]);
  await migrate(from, to);
  expect(Object.keys(await contents(to))).toContain("files/20");
});

test("names the files that the target truncates or fails to write", async () => {
  for (const fault of ["put truncates", "put fails"] as const) {
    const [from, to] = [memoryFileStore(), faultyStore(memoryFileStore())];
    await put(from, "files/a", "content");
    to.fault = fault;
    const outcome = await migrate(from, to);
    expect(outcome).toMatchObject({ copied: 0, failed: [expect.stringContaining("files/a")] });
    to.fault = "none";
    expect(await migrate(from, to)).toMatchObject({ copied: 1, failed: [] });
  }
});
