import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diskFileStore } from "../../../src/adapters/storage/disk-file-store";
import { s3FileStore } from "../../../src/adapters/storage/s3-file-store";
import { type S3Server, s3Limits, startS3Server } from "../../support/servers/s3-server";
import { memoryFileStore } from "../../support/storage/memory-file-store";
import { fileStoreContract } from "./file-store.contract";

async function* hello(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("hello");
}

describe("files in memory", () => {
  const store = memoryFileStore();
  fileStoreContract(() => store);
});

describe("files on disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-disk-"));
  const store = diskFileStore(join(folder, "files"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  fileStoreContract(() => store);

  test("doesn't follow symbolic links", async () => {
    writeFileSync(join(folder, "secret"), "secret");
    mkdirSync(join(folder, "outside"));
    writeFileSync(join(folder, "outside", "secret"), "secret");
    await store.put("links/own", hello());
    symlinkSync(join(folder, "secret"), join(folder, "files", "links", "file"));
    symlinkSync(join(folder, "outside"), join(folder, "files", "links", "folder"));
    await expect(store.open("links/file")).rejects.toThrow(/ELOOP/);
    for (const work of [
      () => store.open("links/folder/secret"),
      () => store.stat("links/folder/secret"),
      () => store.remove("links/folder/secret"),
      () => store.put("links/folder/new", hello()),
    ])
      await expect(work()).rejects.toThrow("leads outside the files folder");
    expect(readdirSync(join(folder, "outside"))).toEqual(["secret"]);
  });

  test("lists half-written files that a crash left, so that they can be removed", async () => {
    mkdirSync(join(folder, "files", "incoming"), { recursive: true });
    writeFileSync(join(folder, "files", "incoming", "half"), "he");
    const left: string[] = [];
    for await (const { key } of store.list("incoming/")) left.push(key);
    expect(left).toEqual(["incoming/half"]);
  });
});

describe("files in S3", () => {
  let server: S3Server;
  let store: Awaited<ReturnType<typeof s3FileStore>>;
  beforeAll(async () => {
    server = await startS3Server("parley/");
    store = await s3FileStore(server.settings, s3Limits);
  });
  afterAll(async () => {
    store.close();
    await server.stop();
  });
  fileStoreContract(
    () => store,
    () => ({ confusesFirstByte: server.isS3rver }),
  );

  test("keeps everything below the prefix", async () => {
    await store.put("n/x", hello());
    const { prefix } = server.settings;
    const all = await s3FileStore({ ...server.settings, prefix: "" }, s3Limits);
    expect(await all.stat(`${prefix}n/x`)).toMatchObject({ key: `${prefix}n/x`, size: 5 });
    all.close();
  });

  test("reports an access key that the server refuses instead of an absent file", async () => {
    const stranger = await s3FileStore({ ...server.settings, accessKey: "nobody" }, s3Limits);
    await expect(stranger.put("o/x", hello())).rejects.toThrow(/access|signature/i);
    await expect(stranger.open("o/x")).rejects.toThrow(/access|signature/i);
    stranger.close();
  });

  test("reports an unreachable server instead of an absent file", async () => {
    const nowhere = await s3FileStore({ ...server.settings, endpoint: "http://127.0.0.1:9" }, s3Limits);
    await expect(nowhere.stat("o/x")).rejects.toThrow();
    nowhere.close();
  });
});
