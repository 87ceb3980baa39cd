import type { Server } from "node:http";
import * as E from "fp-ts/Either";
import request from "supertest";
import { httpServer } from "../../../src/adapters/http/server";
import { createWebServer } from "../../../src/adapters/http/web-server";
import type { Caller } from "../../../src/application/caller";
import type { ImageEditor } from "../../../src/application/ports/pictures/image-editor";
import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { continueResumableUpload } from "../../../src/application/uploads/continue-resumable-upload";
import { endUnfinishedUploads } from "../../../src/application/uploads/end-unfinished-uploads";
import { findResumableUpload } from "../../../src/application/uploads/find-resumable-upload";
import { removeStrays } from "../../../src/application/uploads/remove-strays";
import { aMoment, plainApiKeys } from "../../support/application/fakes";
import { type MemoryApplication, memoryApplication } from "../../support/application/memory-application";
import { failure } from "../../support/http/event-queue";
import { type Fault, faultyStore } from "../../support/storage/faulty-store";
import { memoryFileStore } from "../../support/storage/memory-file-store";

/** The whole server over in-memory storage whose files fail in different ways. */
let world: MemoryApplication;
let http: Server;
let ben: Caller;
let files: ReturnType<typeof faultyStore>;
let isBusy = false;
const images: ImageEditor = { edit: async () => E.left(isBusy ? "busy" : "no-image") };
const reported: unknown[] = [];
const bugs: unknown[] = [];

beforeEach(async () => {
  isBusy = false;
  reported.length = 0;
  bugs.length = 0;
  files = faultyStore(memoryFileStore(() => aMoment));
  world = await memoryApplication({ files, images, onError: (error) => reported.push(error) });
  ben = await world.newMember("Ben");
  http = createWebServer().on(
    "request",
    httpServer(world.services, {
      server: {
        url: "http://chat.example.com",
        isDevelopment: false,
        startedAt: 0,
        signOnName: undefined,
        offeredLogins: [],
        summarizes: false,
        gifKeys: { giphy: "", tenor: "", klipy: "" },
        uploads: { fileMib: 1, realmMib: null },
        webhookTokenOf: () => "",
        sendsPush: false,
      },
      limit: { callsPerMinute: 0 },
      trustedProxies: [],
      connectionsPerNetwork: 0,
      askDatabase: async () => undefined,
      browsers: {
        sessionToken: () => undefined,
        startSession: () => undefined,
        forgery: () => undefined,
        foreignOrigin: () => undefined,
        pages: (_request, _response, next) => next(),
        pagePaths: [],
      },
      web: (_request, _response, next) => next(),
      emoji: { namesByCode: {} },
      logger: { error: (entry: unknown) => bugs.push(entry) },
    }),
  );
});

const key = () => ["ben@example.com", plainApiKeys.keyOf(world.realmId, ben.userId, 1)] as const;
const get = (path: string) =>
  request(http)
    .get(path)
    .auth(...key());
const post = (content: string | Buffer = "hello, world", name = "a.txt") =>
  request(http)
    .post("/api/v1/user_uploads")
    .auth(...key())
    .attach("f", Buffer.from(content), name);
const send = (content: string) =>
  request(http)
    .post("/api/v1/messages")
    .auth(...key())
    .type("form")
    .send({ type: "direct", to: "[1]", content });
const remove = (path: string) =>
  request(http)
    .delete(`/api/v1${path}`)
    .auth(...key());
const attachments = async () => (await get("/api/v1/attachments")).body.attachments as unknown[];
const keys = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const file of files.list("")) found.push(file.key);
  return found;
};

const outOfOrder = failure(
  "File storage is unavailable at the moment. Please try again later.",
  "STORAGE_FAILED",
);
const day = 86_400_000;

test.each<[Fault]>([["put fails"], ["put fails half-way"], ["put truncates"], ["stat fails"]])(
  "%s: the uploader gets an error, and there is no row and no broken link",
  async (fault) => {
    files.fault = fault;
    const { status, body } = await post();
    expect([status, body]).toEqual([503, outOfOrder]);
    expect(reported).toHaveLength(1);
    expect(bugs).toEqual([]);
    files.fault = "none";
    expect(await attachments()).toEqual([]);
    world.clock.advance(2 * day);
    await removeStrays(world.services)();
    expect(await keys()).toEqual([]);
    const again = await post();
    expect([again.status, await attachments()]).toMatchObject([200, [{ name: "a.txt", size: 12 }]]);
  },
);

test("a slow store delays nobody else", async () => {
  files.fault = "put waits";
  let uploaded: number | undefined;
  const uploading = post(Buffer.alloc(900_000)).then(({ status }) => {
    uploaded = status;
  });
  while (files.goOn === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await send("meanwhile")).status).toBe(200);
  expect(uploaded).toBeUndefined();
  files.goOn();
  await uploading;
  expect(uploaded).toBe(200);
});

test("an unopenable file is reported as a storage failure, and an interrupted one is cut off", async () => {
  const { url } = (await post()).body;
  files.fault = "open fails";
  const { status, body, headers } = await get(url);
  expect([status, body, headers["cache-control"]]).toEqual([503, outOfOrder, "no-store"]);
  files.fault = "open breaks off";
  await expect(get(url)).rejects.toThrow(/aborted|hang up/);
});

test("a file that can't be removed now is removed later, and unreachable meanwhile", async () => {
  const { url } = (await post()).body;
  const [{ id } = { id: 0 }] = (await attachments()) as { id: number }[];
  files.fault = "remove fails";
  const removed = await remove(`/attachments/${id}`);
  expect([removed.status, reported.length]).toEqual([200, 1]);
  expect((await get(url)).status).toBe(404);
  expect(await keys()).toHaveLength(1);
  files.fault = "none";
  world.clock.advance(2 * day);
  await removeStrays(world.services)();
  expect(await keys()).toEqual([]);
});

test("an upload that its client aborts leaves nothing and reports no bug", async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhel';
  const cut = await request(http)
    .post("/api/v1/user_uploads")
    .auth(...key())
    .set("Content-Type", "multipart/form-data; boundary=x")
    .send(body);
  expect([cut.status, cut.body.result]).toEqual([400, "error"]);
  expect([await keys(), await attachments(), reported, bugs]).toEqual([[], [], [], []]);
});

test("a picture that finds no room leaves nothing, and can be sent again later", async () => {
  isBusy = true;
  const { status, headers, body } = await post(Buffer.from("png:"), "a.png");
  expect([status, headers["retry-after"], body.code]).toEqual([503, "5", "SERVER_BUSY"]);
  expect([await keys(), await attachments(), bugs]).toEqual([[], [], []]);
  for (const path of ["/users/me/avatar", "/realm/emoji/smile2"]) {
    const refused = await request(http)
      .post(`/api/v1${path}`)
      .auth(...key())
      .attach("f", Buffer.from("png:"), "a.png");
    expect([path, refused.status, refused.headers["retry-after"]]).toEqual([path, 503, "5"]);
  }
  isBusy = false;
  expect((await post(Buffer.from("png:"), "a.png")).status).toBe(200);
});

test("a file over the size limit leaves nothing", async () => {
  expect((await post(Buffer.alloc(1024 * 1024 + 1))).status).toBe(400);
  expect([await keys(), reported]).toEqual([[], []]);
});

test("two files in one request leave nothing", async () => {
  const { status, body } = await post().attach("g", Buffer.from("more"), "b.txt");
  expect([status, body]).toEqual([400, failure("You may only upload one file at a time")]);
  expect([await keys(), await attachments()]).toEqual([[], []]);
});

describe("an upload in pieces", () => {
  const begin = async (size: number) => {
    const outcome = await beginResumableUpload(world.services)(ben, { name: "a.txt", size })();
    if (outcome._tag === "Left") throw new Error(outcome.left.message);
    return outcome.right;
  };
  async function* text(content: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(content);
  }
  const go = async (path: string, content: string) => {
    const upload = await findResumableUpload(world.services)(ben, path)();
    if (upload._tag === "Left") return upload.left.code;
    const outcome = await continueResumableUpload(world.services)(ben, upload.right, text(content))();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right.offset;
  };

  test("continues when the store works again", async () => {
    const { path } = await begin(10);
    expect(await go(path, "hello")).toBe(5);
    for (const fault of ["put fails", "put truncates", "put fails half-way"] as const) {
      files.fault = fault;
      expect(await go(path, " you!")).toBe("STORAGE_FAILED");
      files.fault = "none";
      expect(await attachments()).toEqual([]);
      expect(await findResumableUpload(world.services)(ben, path)()).toMatchObject({ right: { offset: 5 } });
    }
    expect(await go(path, " you!")).toBe(10);
    expect(await attachments()).toMatchObject([{ name: "a.txt", size: 10 }]);
    expect(await keys()).toEqual([`files/${path}`]);
  });

  test("can be completed later if only completing failed", async () => {
    const begun = await begin(5);
    files.fault = "open breaks off";
    const failed = await continueResumableUpload(world.services)(ben, begun, text("hello"))();
    expect(failed).toMatchObject({ left: { code: "STORAGE_FAILED" } });
    files.fault = "none";
    expect(await attachments()).toEqual([]);
    const found = await findResumableUpload(world.services)(ben, begun.path)();
    expect(found).toMatchObject({ right: { offset: 5, attachment: { size: 5 } } });
  });

  test("can be completed later if there was no room for its picture", async () => {
    const begun = await beginResumableUpload(world.services)(ben, { name: "a.png", size: 5 })();
    if (E.isLeft(begun)) throw new Error(begun.left.message);
    isBusy = true;
    expect(await go(begun.right.path, "png:o")).toBe("SERVER_BUSY");
    expect([await attachments(), (await keys()).length]).toEqual([[], 2]);
    isBusy = false;
    const found = await findResumableUpload(world.services)(ben, begun.right.path)();
    expect(found).toMatchObject({ right: { offset: 5, attachment: { name: "a.png" } } });
    expect(await keys()).toEqual([`files/${begun.right.path}`]);
  });

  test("is forgotten a day after its last piece, however old its first is", async () => {
    const { path } = await begin(10);
    for (const [content, offset] of [
      ["he", 2],
      ["ll", 4],
      ["o", 5],
    ] as const) {
      world.clock.advance(0.9 * day);
      expect(await go(path, content)).toBe(offset);
      await endUnfinishedUploads(world.services)();
      await removeStrays(world.services)();
    }
    expect(await keys()).toHaveLength(4);
    world.clock.advance(1.1 * day);
    files.fault = "remove fails";
    await endUnfinishedUploads(world.services)();
    expect(await world.services.uploadReservations.expired(world.clock.now(), 9)).toHaveLength(1);
    files.fault = "none";
    await endUnfinishedUploads(world.services)();
    expect(await keys()).toEqual([]);
    expect(await world.services.uploadReservations.expired(world.clock.now(), 9)).toEqual([]);
    expect(await go(path, " you!")).toBe("RESOURCE_NOT_FOUND");
  });
});
