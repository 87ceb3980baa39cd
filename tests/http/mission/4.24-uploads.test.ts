import request, { type Test } from "supertest";
import { aUser } from "../../support/builders/entities";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { wholeBody } from "../../support/http/whole-body";
import { shows } from "../../support/mission/levels";

const mebibyte = 1024 * 1024;
let server: TestServer;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer({ settings: { PARLEY_MAX_UPLOAD_MIB: "1" } });
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
});
afterAll(() => server.stop());

const as = (client: Client, test: Test) => test.auth(client.email, client.apiKey);
const post = (client = ben, on = server) => as(client, request(on.http).post("/api/v1/user_uploads"));
const upload = (name: string, content: string | Buffer, client = ben, on = server) =>
  post(client, on).attach("file", Buffer.from(content), name);
const open = (client: Client, url: string, on = server) =>
  as(client, request(on.http).get(url)).buffer().parse(wholeBody);
const attachments = async (client = ben) => (await client.get("/attachments")).body;
/** Sends a message; returns it rendered. */
const rendered = async (content: string): Promise<string> => {
  const { id } = (await ben.post("/messages", { type: "direct", to: [cleo.id], content })).body;
  return (await ben.get(`/messages/${id}`)).body.message.content;
};

shows(
  ["§4.24 note 1", "§4.24 field url", "§4.24 field uri", "§4.24 field filename", "§9 deprecated uri"],
  "takes one file in a field of any name, and returns its URL under both names",
  async () => {
    const content = Buffer.from([0, 1, 2, 255, 254, 13, 10, 0]);
    const path = /^\/user_uploads\/\d+\/[0-9a-f]{2}\/[0-9a-f-]{36}\/plan-of-今日\.bin$/;
    const urls = new Set<string>();
    for (const field of ["file", "filename", "FILE[0]"]) {
      const { status, body } = await post().attach(field, content, "plan of 今日.bin");
      expect([status, body]).toEqual([
        200,
        success({ url: expect.stringMatching(path), uri: body.url, filename: "plan of 今日.bin" }),
      ]);
      const opened = await open(ben, body.url);
      expect([opened.status, Buffer.compare(opened.body, content)]).toEqual([200, 0]);
      urls.add(body.url);
    }
    expect(urls.size).toBe(3);
  },
);

shows("§4.24 note 1", "other fields in the body or query are unsupported parameters", async () => {
  const { body } = await upload("a.txt", "a").field("topic", "lunch").query({ zest: 1 });
  expect(body.result).toBe("success");
  expect([...body.ignored_parameters_unsupported].sort()).toEqual(["topic", "zest"]);
});

shows(
  ["§4.24 field filename", "§4.24 field url"],
  "url and filename make a Markdown link, with brackets removed from the name",
  async () => {
    for (const [given, stored, shown] of [
      ["[draft] notes.txt", "[draft] notes.txt", "draft notes.txt"],
      ["a (1) & b.txt", "a (1) & b.txt", "a (1) &amp; b.txt"],
      ["a%20b.txt", "a b.txt", "a b.txt"],
      ["  ", "uploaded-file", "uploaded-file"],
    ] as const) {
      const { body } = await post().attach("file", Buffer.from("x"), { filename: given });
      expect(body.filename).toBe(stored);
      expect(await rendered(`[${stored.replace(/[[\]]/g, "")}](${body.url})`)).toBe(
        `<p><a href="${body.url}">${shown}</a></p>`,
      );
      expect((await open(cleo, body.url)).status).toBe(200);
    }
  },
);

shows("§4.24 field filename", "filename is the last part of a path, and the URL can't escape", async () => {
  for (const [given, stored] of [
    ["../../etc/passwd", "passwd"],
    ["C:\\temp\\a.txt", "a.txt"],
    ["a/b.txt", "b.txt"],
    ["a%07.txt", "a.txt"],
    ["a%C2%85b%E2%80%A8c%E2%80%A9.txt", "abc.txt"],
    ["x".repeat(2000), "x".repeat(1000)],
  ] as const) {
    const { body } = await post().attach("file", Buffer.from("x"), { filename: given });
    expect(body.filename).toBe(stored);
    expect(body.url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{2}\/[0-9a-f-]{36}\/[\w.-]+$/);
    expect(body.url).not.toContain("..");
    expect(String((await open(ben, body.url)).body)).toBe("x");
  }
});

shows(
  ["§8 limit file size", "§4.24 note 1"],
  "takes files up to the size that registration returns, and stores nothing of a larger one",
  async () => {
    const registered = await ben.post("/register", { event_types: [], fetch_event_types: ["realm"] });
    expect(registered.body.max_file_upload_size_mib).toBe(1);
    expect((await upload("most.bin", Buffer.alloc(mebibyte))).body.result).toBe("success");
    const before = await attachments();
    const { status, body } = await upload("large.bin", Buffer.alloc(mebibyte + 1));
    expect([status, body]).toEqual([
      400,
      failure("File is larger than this server's configured maximum upload size (1 MiB)."),
    ]);
    expect(await attachments()).toEqual(before);
    const none = await upload("none.bin", "");
    expect((await open(ben, none.body.url)).body.length).toBe(0);
  },
);

shows("§8 limit file size", "takes files above 25 MB if the server allows them", async () => {
  const roomy = await startServer({ settings: { PARLEY_MAX_UPLOAD_MIB: "27" } });
  const content = Buffer.alloc(26 * mebibyte, "ab");
  const { body } = await upload("film.bin", content, roomy.owner, roomy);
  expect(Buffer.compare((await open(roomy.owner, body.url, roomy)).body, content)).toBe(0);
  await roomy.stop();
});

shows("§4.24 note 1", "refuses no file, several files and malformed bodies", async () => {
  const before = await attachments();
  const nothing = failure("You must specify a file to upload");
  expect((await ben.post("/user_uploads")).body).toEqual(nothing);
  expect((await ben.post("/user_uploads", { file: "hello" })).body).toEqual(nothing);
  expect((await post().field("file", "hello")).body).toEqual(nothing);
  const two = await upload("a", "a").attach("more", Buffer.from("b"), "b");
  expect([two.status, two.body]).toEqual([400, failure("You may only upload one file at a time")]);
  const broken = await post().type("multipart/form-data; boundary=x").send("--x\r\nno part");
  expect([broken.status, broken.body.result]).toEqual([400, "error"]);
  expect(await attachments()).toEqual(before);
});

shows("§4.24 note 1", "allows guests and bots to upload", async () => {
  const nobody = await request(server.http).post("/api/v1/user_uploads").attach("f", Buffer.from("x"), "x");
  expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHORIZED"]);
  const gus = aUser({ id: 900, email: "gus@example.com", role: "guest" });
  await server.append({ type: "user_created", user: gus });
  const { body } = await ben.post("/bots", { full_name: "Robot", short_name: "robot", bot_type: 1 });
  const bot = server.clientOf({ id: body.user_id, email: "robot-bot@chat.example.com" });
  for (const who of [server.clientOf(gus), bot]) {
    const { url } = (await upload("a.txt", "mine", who)).body;
    expect(String((await open(who, url)).body)).toBe("mine");
  }
});

shows(
  "§4.24 note 2",
  "only the uploader can read a file, not even an administrator, until a message shares it with its readers",
  async () => {
    const { url } = (await upload("notes.txt", "hello")).body;
    const own = await open(ben, url);
    expect([own.status, String(own.body), own.headers["content-type"]]).toEqual([
      200,
      "hello",
      "text/plain; charset=utf-8",
    ]);
    const statuses = () =>
      Promise.all([cleo, server.owner].map(async (who) => (await open(who, url)).status));
    expect(await statuses()).toEqual([403, 403]);
    const refused = await as(cleo, request(server.http).get(url));
    expect(refused.body).toEqual(failure("You are not authorized to view this file.", "ACCESS_DENIED"));
    expect((await request(server.http).get(url)).status).toBe(401);
    await ben.post("/messages", { type: "direct", to: [ben.id], content: `[notes](${url})` });
    expect(await statuses()).toEqual([403, 403]);
    await ben.post("/messages", { type: "direct", to: [cleo.id], content: `see [notes](${url}).` });
    expect(await statuses()).toEqual([200, 403]);
    expect(String((await open(cleo, url)).body)).toBe("hello");
  },
);

shows("§4.24 note 2", "a bare link shares the file too, relative or absolute", async () => {
  for (const before of ["", "http://chat.example.com"]) {
    const { url } = (await upload("a.txt", "a")).body;
    await ben.post("/messages", { type: "direct", to: [cleo.id], content: `here: ${before}${url}` });
    expect((await open(cleo, url)).status).toBe(200);
  }
});
