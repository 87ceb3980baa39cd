import { randomBytes } from "node:crypto";
import sharp from "sharp";
import request, { type Test } from "supertest";
import { anAnimation, aPicture } from "../../support/builders/images";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { wholeBody } from "../../support/http/whole-body";

let server: TestServer;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const as = (test: Test) => test.auth(ben.email, ben.apiKey);
const upload = async (name: string, content: string | Buffer, type = "application/octet-stream") =>
  (
    await as(request(server.http).post("/api/v1/user_uploads")).attach("f", Buffer.from(content), {
      filename: name,
      contentType: type,
    })
  ).body as { url: string; filename: string };
const open = (url: string, headers: Record<string, string> = {}) =>
  as(request(server.http).get(url)).set(headers).buffer().parse(wholeBody);

test("answers range requests", async () => {
  const { url } = await upload("digits.txt", "0123456789");
  const part = async (range: string, more: Record<string, string> = {}) => {
    const { status, body, headers } = await open(url, { Range: range, ...more });
    return [status, String(body), headers["content-range"], headers["content-length"]];
  };
  expect(await part("bytes=2-4")).toEqual([206, "234", "bytes 2-4/10", "3"]);
  expect(await part("bytes=0-0")).toEqual([206, "0", "bytes 0-0/10", "1"]);
  expect(await part("bytes=7-")).toEqual([206, "789", "bytes 7-9/10", "3"]);
  expect(await part("bytes=-2")).toEqual([206, "89", "bytes 8-9/10", "2"]);
  expect(await part("bytes=5-99")).toEqual([206, "56789", "bytes 5-9/10", "5"]);
  expect(await part("bytes=0-1,5-6")).toEqual([200, "0123456789", undefined, "10"]);
  expect(await part("lines=1-2")).toEqual([200, "0123456789", undefined, "10"]);
  for (const range of ["bytes=10-", "bytes=5-1,-0"]) {
    const [status, body, contentRange] = await part(range);
    expect([status, contentRange, JSON.parse(String(body))]).toEqual([
      416,
      "bytes */10",
      { result: "error", msg: "Invalid range", code: "BAD_REQUEST" },
    ]);
  }
  const refused = (await open(url, { Range: "bytes=10-" })).headers;
  expect(refused).toMatchObject({ "cache-control": "no-store" });
  for (const name of ["etag", "last-modified", "accept-ranges"]) expect(refused).not.toHaveProperty(name);
  const { headers } = await open(url);
  expect(await part("bytes=1-1", { "If-Range": headers.etag ?? "" })).toEqual([
    206,
    "1",
    "bytes 1-1/10",
    "1",
  ]);
  const [byDate] = await part("bytes=1-1", { "If-Range": headers["last-modified"] ?? "" });
  expect(byDate).toBe(206);
  expect(await part("bytes=1-1", { "If-Range": '"other"' })).toEqual([200, "0123456789", undefined, "10"]);
});

test("doesn't send a file again that the client has", async () => {
  const { url } = await upload("a.txt", "hello");
  const first = await open(url);
  expect(first.headers).toMatchObject({
    "accept-ranges": "bytes",
    "content-length": "5",
    "x-content-type-options": "nosniff",
    etag: expect.stringMatching(/^"[\w-]+"$/),
    "cache-control": "private, max-age=31536000, immutable",
  });
  expect(Date.parse(first.headers["last-modified"] ?? "")).not.toBeNaN();
  for (const condition of [
    { "If-None-Match": first.headers.etag ?? "" },
    { "If-Modified-Since": first.headers["last-modified"] ?? "" },
  ]) {
    const again = await open(url, condition);
    expect([again.status, again.body.length]).toEqual([304, 0]);
  }
  const head = await as(request(server.http).head(url));
  expect([head.status, head.headers["content-length"], head.text]).toEqual([200, "5", undefined]);
});

test("downloads have their original names in any script, which can't inject headers", async () => {
  const names = [
    ["plain.txt", "plain.txt", "inline; filename=plain.txt"],
    ["日本語 の.txt", "日本語-の.txt", /^inline; filename="[^"]*"; filename\*=UTF-8''%E6%97%A5/],
    ['quo"te.txt', "quote.txt", /filename="quo\\"te\.txt"/],
    ["a\r\nSet-Cookie: x=1.txt", "a-Set-Cookie-x1.txt", /filename="aSet-Cookie: x=1\.txt"/],
    ["मेरी फ़ाइल.txt", "मेरी-फ़ाइल.txt".normalize("NFKC"), /filename\*=UTF-8''/],
    [`${"長".repeat(200)}.txt`, `${"長".repeat(83)}.txt`, /filename\*=UTF-8''/],
  ] as const;
  for (const [name, safe, disposition] of names) {
    const boundary = "x";
    const body = Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="f"; filename="${name
        .replaceAll('"', "%22")
        .replaceAll("\r\n", "%0D%0A")}"\r\n\r\nhello\r\n--x--\r\n`,
    );
    const sent = await as(request(server.http).post("/api/v1/user_uploads"))
      .set("Content-Type", `multipart/form-data; boundary=${boundary}`)
      .send(body);
    const url = String(sent.body.url);
    expect([sent.status, url.split("/").at(-1)]).toEqual([200, safe]);
    const got = await open(encodeURI(url));
    expect(got.status).toBe(200);
    expect(got.headers["set-cookie"]).toBeUndefined();
    if (typeof disposition === "string") expect(got.headers["content-disposition"]).toBe(disposition);
    else expect(got.headers["content-disposition"]).toMatch(disposition);
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = "<!doctype html><script>alert(1)</script>";
const gifHtml = Buffer.concat([Buffer.from("GIF89a=1/*"), Buffer.from(html)]);
const zip = Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(60)]);

test.each<[string, string, string | Buffer, string, string, RegExp]>([
  ["an HTML page", "x.html", html, "text/html", "text/html", /^attachment/],
  ["an HTML page declared as text", "x.html", html, "text/plain", "text/html", /^attachment/],
  [
    "an HTML page named like a picture",
    "x.png",
    html,
    "image/png",
    "application/octet-stream",
    /^attachment/,
  ],
  ["an SVG picture", "x.svg", svg, "image/svg+xml", "image/svg+xml", /^attachment/],
  ["an XHTML page", "x.xhtml", html, "application/xhtml+xml", "application/xhtml+xml", /^attachment/],
  ["a script", "x.js", "alert(1)", "text/javascript", "application/octet-stream", /^attachment/],
  ["a module", "x.mjs", "alert(1)", "text/plain", "application/octet-stream", /^attachment/],
  ["a script of another name", "x.ecma", "alert(1)", "text/plain", "application/octet-stream", /^attachment/],
  ["a style sheet", "x.css", "a { color: red }", "text/css", "application/octet-stream", /^attachment/],
  ["a GIF that is also a script", "x.js", gifHtml, "text/javascript", "image/gif", /^inline/],
  ["a PDF with script", "x.pdf", "%PDF-1.4 /JS (app.alert(1))", "text/html", "application/pdf", /^inline/],
  ["a program", "x.exe", Buffer.from("MZ\0\0"), "text/html", "application/x-msdos-program", /^attachment/],
  [
    "an archive",
    "x.docx",
    zip,
    "image/png",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    /^attachment/,
  ],
  ["text with markup", "x.txt", html, "text/html", "text/plain; charset=utf-8", /^inline/],
  [
    "text in another encoding",
    "x.txt",
    Buffer.from([0x61, 0xe9, 0x62]),
    "text/plain",
    "application/octet-stream",
    /^attachment/,
  ],
  ["no name at all", "x", "hello", "text/html", "text/plain; charset=utf-8", /^inline/],
])("%s can't execute in the browser", async (_what, name, content, declaredType, type, disposition) => {
  const { url } = await upload(name, content, declaredType);
  const { headers, body } = await open(url);
  expect([headers["content-type"], body.equals(Buffer.from(content))]).toEqual([type, true]);
  expect(headers["content-disposition"]).toMatch(disposition);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe-eval/);
  if (type !== "application/pdf") expect(policy).toContain("sandbox");
  const saved = await open(url.replace("/user_uploads/", "/user_uploads/download/"));
  expect(saved.headers["content-disposition"]).toMatch(/^attachment/);
});

test("paths outside the uploads lead nowhere", async () => {
  const { url } = await upload("a.txt", "hello");
  const folder = url.replace(/\/[^/]+$/, "");
  for (const path of [
    folder,
    `${folder}/`,
    `${folder}/..%2f..%2f..%2f..%2fsecret`,
    `${folder}/%2e%2e/a.txt`,
    `${url}/more`,
    "/user_uploads/1/../../secret",
    "/user_uploads/%2e%2e/secret",
    "/user_uploads/1/%00",
    "/user_uploads/1/ab",
    "/user_uploads/thumbnail/1/ab/c/d/..%2f..%2fx",
    `${url.replace("uploads/", "uploads/thumbnail/")}/840x560.webp`,
    "/user_avatars/1/../files/x.png",
    "/user_avatars/1/%2e%2e%2ffiles",
    "/user_avatars/1/realm/x.png",
    "/user_avatars/99/0a000000-0000-4000-8000-000000000001.png",
  ]) {
    const { status } = await open(path);
    expect([path, status]).toEqual([path, 404]);
  }
});

test("images have thumbnails in the formats that registration announces", async () => {
  const { body } = await ben.post("/register", { fetch_event_types: ["realm"], event_types: [] });
  expect(body).toMatchObject({ max_file_upload_size_mib: 100, realm_upload_quota_mib: null });
  expect(body.server_thumbnail_formats).toEqual([
    { name: "840x560-anim.webp", max_width: 840, max_height: 560, format: "webp", animated: true },
    { name: "840x560.webp", max_width: 840, max_height: 560, format: "webp", animated: false },
  ]);
  const small = async (url: string, format: string) => {
    const got = await open(`${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/${format}`);
    if (got.status !== 200) return got.status;
    const { width, height, pages, pageHeight } = await sharp(got.body, { pages: -1 }).metadata();
    return { type: got.headers["content-type"], width, height: pageHeight ?? height, pages };
  };
  const still = await upload("wide.png", await aPicture(1680, 500), "image/png");
  expect(await small(still.url, "840x560.webp")).toEqual({ type: "image/webp", width: 840, height: 250 });
  expect(await small(still.url, "840x560-anim.webp")).toBe(404);
  expect(await small(still.url, "99x99.webp")).toBe(404);
  const status = async (url: string) =>
    (await ben.get(url.replace("/user_uploads/", "/thumbnail/status/"))).body;
  expect(await status(still.url)).toEqual({ result: "success", msg: "", has_thumbnail: true });
  const moving = await upload("moving.gif", await anAnimation(60, 40, 5), "image/gif");
  expect(await small(moving.url, "840x560-anim.webp")).toMatchObject({ width: 60, height: 40, pages: 5 });
  expect(await small(moving.url, "840x560.webp")).toEqual({ type: "image/webp", width: 60, height: 40 });
  for (const [name, content] of [
    ["x.svg", Buffer.from(svg)],
    ["cut.png", (await aPicture(300, 300, true)).subarray(0, 3000)],
    ["x.png", randomBytes(100)],
  ] as const) {
    const { url } = await upload(name, content);
    expect(await small(url, "840x560.webp")).toBe(404);
    expect(await status(url)).toMatchObject({ result: "success", has_thumbnail: false });
  }
});

test("stores a decompression bomb as a plain file and never decodes it", async () => {
  const bomb = await sharp({
    create: { width: 16_000, height: 16_000, channels: 3, background: "red" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const before = process.memoryUsage().rss;
  const { url } = await upload("bomb.png", bomb);
  expect((await open(`${url.replace("uploads/", "uploads/thumbnail/")}/840x560.webp`)).status).toBe(404);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test("messages show thumbnails of uploaded images, and custom emoji", async () => {
  const { url } = await upload("wide.png", await aPicture(1680, 500), "image/png");
  await as(request(server.http).post("/api/v1/realm/emoji/our_parrot")).attach(
    "f",
    await aPicture(),
    "p.png",
  );
  const { emoji } = (await ben.get("/realm/emoji")).body;
  const [parrot] = Object.values<Record<string, string>>(emoji);
  const sent = await ben.post("/messages", {
    type: "direct",
    to: [ben.id],
    content: `[wide.png](${url}) :our_parrot:`,
  });
  const { message } = (await ben.get(`/messages/${sent.body.id}`)).body;
  expect(message.content).toContain(
    `src="${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/840x560.webp"`,
  );
  expect(message.content).toContain('data-original-dimensions="1680x500"');
  expect(message.content).toContain('data-original-content-type="image/png"');
  expect(message.content).toContain(`src="${parrot?.source_url}"`);
});
