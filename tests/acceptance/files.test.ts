import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { aHeicPicture } from "../support/builders/images";
import { firstRealm, ownerPassword } from "../support/program/child-server";
import { installation } from "../support/program/installation";
import { type S3Server, startS3Server } from "../support/servers/s3-server";

interface Place {
  readonly settings: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

const onDisk = async (): Promise<Place> => ({ settings: {}, remove: async () => {} });
const inS3 = async (): Promise<Place> => {
  const server: S3Server = await startS3Server("acceptance/");
  const { bucket, endpoint = "", prefix, accessKey = "", secretKey = "" } = server.settings;
  return {
    settings: {
      PARLEY_STORAGE: "s3",
      PARLEY_S3_BUCKET: bucket,
      PARLEY_S3_ENDPOINT: endpoint,
      PARLEY_S3_PREFIX: prefix,
      PARLEY_S3_ACCESS_KEY: accessKey,
      PARLEY_S3_SECRET_KEY: secretKey,
    },
    remove: server.stop,
  };
};

const places: readonly [string, () => Promise<Place>][] = [
  ["disk", onDisk],
  ["S3", inS3],
];

describe.each(places)("the built server with its files in %s", (_name, open) => {
  const parley = installation();
  let place: Place;
  let url: string;
  let authorization: string;

  const start = async (): Promise<void> => {
    const settings = { ...firstRealm, ...place.settings, PARLEY_MAX_UPLOAD_MIB: "200" };
    url = await parley.run("main", settings).url();
  };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { Authorization: authorization, ...init.headers } });

  beforeAll(async () => {
    place = await open();
    await start();
    const body = new URLSearchParams({ username: firstRealm.PARLEY_OWNER_EMAIL, password: ownerPassword });
    const login = await fetch(`${url}/api/v1/fetch_api_key`, { method: "POST", body });
    const { api_key } = (await login.json()) as { api_key: string };
    authorization = `Basic ${Buffer.from(`${firstRealm.PARLEY_OWNER_EMAIL}:${api_key}`).toString("base64")}`;
  });
  afterAll(() => place.remove());

  test("a form uploads a file, and its address serves it after a restart", async () => {
    const content = randomBytes(6_000_000);
    const form = new FormData();
    form.append("file", new Blob([content]), "six million.bin");
    const sent = (await (await call("/api/v1/user_uploads", { method: "POST", body: form })).json()) as {
      url: string;
    };
    expect(sent.url).toMatch(/\/six-million\.bin$/);
    await parley.kill("SIGTERM");
    await start();
    const back = await call(sent.url);
    expect(Buffer.compare(Buffer.from(await back.arrayBuffer()), content)).toBe(0);
    const part = await call(sent.url, { headers: { Range: "bytes=5999990-" } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(-10)]);
  });

  test("shows a phone's HEIC picture as a thumbnail, and full size in a format that browsers know", async () => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(aHeicPicture())], { type: "image/heic" }), "phone.heic");
    const upload = await call("/api/v1/user_uploads", { method: "POST", body: form });
    const sent = (await upload.json()) as { url: string };
    const small = sent.url.replace("/user_uploads/", "/user_uploads/thumbnail/");
    for (const format of ["840x560.webp", "4032x3024.webp"]) {
      const { status, headers } = await call(`${small}/${format}`);
      expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
    const rendering = await call("/api/v1/messages/render", {
      method: "POST",
      body: new URLSearchParams({ content: `[phone.heic](${sent.url})` }),
    });
    expect(await rendering.json()).toMatchObject({
      rendered: expect.stringContaining('data-transcoded-image="4032x3024.webp"'),
    });
    const avatar = await call("/api/v1/users/me/avatar", { method: "POST", body: form });
    expect(await avatar.json()).toMatchObject({ result: "success", avatar_url: expect.any(String) });
  });

  test("an upload in pieces survives kill -9, except for its last piece", async () => {
    const [size, partSize] = [100_000_000, 32 * 1024 * 1024];
    const content = randomBytes(size);
    const tus = { "Tus-Resumable": "1.0.0" };
    const begun = await call("/api/v1/tus", {
      method: "POST",
      headers: {
        ...tus,
        "Upload-Length": String(size),
        "Upload-Metadata": `filename ${Buffer.from("large.bin").toString("base64")}`,
      },
    });
    const path = begun.headers.get("location") ?? "";
    const offset = async (): Promise<number> =>
      Number((await call(path, { method: "HEAD", headers: tus })).headers.get("upload-offset"));
    const patch = { ...tus, "Content-Type": "application/offset+octet-stream" };
    const cut = request(`${url}${path}`, {
      method: "PATCH",
      headers: { ...patch, Authorization: authorization, "Upload-Offset": "0", "Content-Length": size },
    });
    cut.on("error", () => {});
    // More than two parts, and then silence.
    await new Promise((resolve) => cut.write(content.subarray(0, 80_000_000), resolve));
    await sleep(10_000);
    await parley.kill("SIGKILL");
    await start();
    const stored = await offset();
    expect(stored).toBe(2 * partSize);
    const done = await call(path, {
      method: "PATCH",
      headers: { ...patch, "Upload-Offset": String(stored) },
      body: content.subarray(stored),
    });
    expect(done.status).toBe(200);
    const { url: address, filename } = (await done.json()) as { url: string; filename: string };
    expect(filename).toBe("large.bin");
    const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    const back = await (await call(address)).arrayBuffer();
    expect(sum(new Uint8Array(back))).toBe(sum(content));
  });
});
