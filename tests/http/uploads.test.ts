import request, { type Test } from "supertest";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

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
const upload = (client: Client, name: string, content: string | Buffer) =>
  as(client, request(server.http).post("/api/v1/user_uploads")).attach("file", Buffer.from(content), name);
const open = (client: Client, url: string) => as(client, request(server.http).get(url)).buffer();
const pathOf = (url: string): string => url.replace("/user_uploads/", "");
const toCleo = (content: string) => ben.post("/messages", { type: "direct", to: [cleo.id], content });

test("an uploaded file is its uploader's alone, until a message shares it", async () => {
  const { status, body } = await upload(ben, "notes of today.txt", "hello");
  expect(status).toBe(200);
  const path = /^\/user_uploads\/\d+\/[0-9a-f]{2}\/[0-9a-f-]{36}\/notes-of-today.txt$/;
  expect(body).toEqual(
    success({ url: expect.stringMatching(path), uri: body.url, filename: "notes of today.txt" }),
  );
  const own = await open(ben, body.url);
  expect([own.status, own.text, own.headers["content-type"]]).toEqual([
    200,
    "hello",
    "text/plain; charset=utf-8",
  ]);
  const others = await open(cleo, body.url);
  expect([others.status, others.body]).toEqual([
    403,
    failure("You are not authorized to view this file.", "ACCESS_DENIED"),
  ]);
  expect((await toCleo(`see [notes](${body.url}).`)).status).toBe(200);
  expect((await open(cleo, body.url)).text).toBe("hello");
  expect((await open(server.owner, body.url)).status).toBe(403);
});

test("a file is told of by events, and listed with the messages that share it", async () => {
  const events = await listenTo(ben, ["attachment"]);
  const { body } = await upload(ben, "a.txt", "12345");
  const [added] = (await events()) as readonly { attachment: { id: number }; upload_space_used: number }[];
  const now = Math.floor(Date.now() / 1000);
  const file = { id: added?.attachment.id, name: "a.txt", path_id: pathOf(body.url), size: 5 };
  expect(added).toEqual({
    ...{ type: "attachment", op: "add", upload_space_used: added?.upload_space_used },
    attachment: { ...file, create_time: expect.any(Number), messages: [] },
  });
  const sent = await toCleo(`here: http://chat.example.com${body.url}`);
  const messages = [{ id: sent.body.id, date_sent: expect.any(Number) }];
  const [updated] = await events();
  expect(updated).toMatchObject({ type: "attachment", op: "update", attachment: { ...file, messages } });
  const listed = (await ben.get("/attachments")).body;
  expect(listed.upload_space_used).toBe(added?.upload_space_used);
  const own = listed.attachments.find(({ id }: { id: number }) => id === file.id);
  expect(own).toEqual({ ...file, create_time: expect.any(Number), messages });
  expect(Math.abs(own.create_time / 1000 - now)).toBeLessThan(60);
  expect(own.messages[0].date_sent % 1000).toBe(0);
  expect((await cleo.delete(`/attachments/${file.id}`)).body).toEqual(failure("Invalid attachment"));
  expect((await ben.delete(`/attachments/${file.id}`)).body).toEqual(success());
  expect((await events())[0]).toEqual({
    ...{ type: "attachment", op: "remove", attachment: { id: file.id } },
    upload_space_used: listed.upload_space_used - 5,
  });
  for (const client of [ben, cleo]) expect((await open(client, body.url)).status).toBe(404);
  expect((await ben.delete(`/attachments/${file.id}`)).body).toEqual(failure("Invalid attachment"));
});

test("what can't be taken is refused in words", async () => {
  const nothing = await ben.post("/user_uploads");
  expect([nothing.status, nothing.body]).toEqual([400, failure("You must specify a file to upload")]);
  const two = await upload(ben, "a", "a").attach("more", Buffer.from("b"), "b");
  expect([two.status, two.body]).toEqual([400, failure("You may only upload one file at a time")]);
  const large = await upload(ben, "large.bin", Buffer.alloc(1024 * 1024 + 1));
  expect([large.status, large.body]).toEqual([
    400,
    failure("File is larger than this server's configured maximum upload size (1 MiB)."),
  ]);
  expect((await upload(ben, "most.bin", Buffer.alloc(1024 * 1024))).status).toBe(200);
  const nobody = await request(server.http).post("/api/v1/user_uploads").attach("f", Buffer.from("x"), "x");
  expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHORIZED"]);
});
