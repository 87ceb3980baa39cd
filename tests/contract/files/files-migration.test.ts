import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { diskFileStore } from "../../../src/adapters/storage/disk-file-store";
import { s3FileStore } from "../../../src/adapters/storage/s3-file-store";
import { sha256 } from "../../../src/adapters/storage/sha256";
import type { FileStore } from "../../../src/application/ports/files/file-store";
import { migrateFiles } from "../../../src/application/uploads/migrate-files";
import { type S3Server, s3Limits, startS3Server } from "../../support/servers/s3-server";
import { memoryFileStore } from "../../support/storage/memory-file-store";

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
const put = (store: FileStore, key: string, content = key) => store.put(key, text(content));
const contents = async (store: FileStore): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for await (const { key } of store.list("")) {
    found[key] = "";
    for await (const piece of (await store.open(key)) ?? []) found[key] += Buffer.from(piece);
  }
  return found;
};
const migrate = (from: FileStore, to: FileStore, onProgress: (done: number) => void = () => {}) =>
  migrateFiles({ from, to, checksum: sha256, onProgress });
const nothing = { copied: 0, present: 0, gone: 0, bytes: 0, failed: [] };

let server: S3Server;
let folder: string;
beforeAll(async () => {
  server = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), "parley-migration-"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("copies all files unchanged, to S3 and back, and has nothing left to do the second time", async () => {
  const disk = diskFileStore(join(folder, "one"));
  const s3 = await s3FileStore({ ...server.settings, prefix: `${server.settings.prefix}one/` }, s3Limits);
  const keys = Array.from({ length: 30 }, (_, index) => `files/1/${index % 3}/文書-${index}.txt`);
  for (const key of keys) await put(disk, key);
  await put(disk, "parts/1/ab/x/000000000000000");
  await put(disk, "incoming/half");
  const bytes = keys.reduce((sum, key) => sum + Buffer.byteLength(key), 0);
  expect(await migrate(disk, s3)).toEqual({ ...nothing, copied: 30, bytes });
  expect(await contents(s3)).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
  expect(await migrate(disk, s3)).toEqual({ ...nothing, present: 30 });
  const back = diskFileStore(join(folder, "back"));
  expect(await migrate(s3, back)).toEqual({ ...nothing, copied: 30, bytes });
  expect(await contents(back)).toEqual(await contents(s3));
  s3.close();
});

test("a target that doesn't answer fails the migration before any file is read", async () => {
  const nowhere = await s3FileStore({ ...server.settings, endpoint: "http://127.0.0.1:9" }, s3Limits);
  await expect(migrate(memoryFileStore(), nowhere)).rejects.toThrow();
  nowhere.close();
});

test("the command copies, verifies, and says what to do next", async () => {
  const disk = diskFileStore(join(folder, "data", "files"));
  for (let index = 0; index < 3; index += 1) await put(disk, `files/1/ab/x/${index}.txt`);
  const { endpoint = "", bucket, accessKey = "", secretKey = "" } = server.settings;
  const environment = {
    PATH: process.env.PATH,
    PARLEY_DATA_DIR: join(folder, "data"),
    PARLEY_S3_BUCKET: bucket,
    PARLEY_S3_ENDPOINT: endpoint,
    PARLEY_S3_PREFIX: `${server.settings.prefix}command/`,
    PARLEY_S3_ACCESS_KEY: accessKey,
    PARLEY_S3_SECRET_KEY: secretKey,
  };
  const run = (...words: readonly string[]) =>
    promisify(execFile)(
      process.execPath,
      ["scripts/run.mjs", "src/cli/parley.js", "files", "migrate", ...words],
      {
        env: environment,
      },
    );
  const { stdout } = await run("--to", "s3");
  expect(stdout.split("\n")).toEqual([
    "3 files copied and verified (0.0 MiB), 0 already there, 0 deleted meanwhile, 0 failed",
    "Now restart the server with PARLEY_STORAGE=s3, then run this again for files uploaded meanwhile",
    "",
  ]);
  expect((await run("--to", "s3")).stdout).toContain(
    "0 files copied and verified (0.0 MiB), 3 already there",
  );
  await expect(run("--to", "tape")).rejects.toMatchObject({
    stderr: expect.stringContaining("--to must be disk or s3"),
  });
  expect(readdirSync(join(folder, "data"))).toEqual(["files"]);
});
