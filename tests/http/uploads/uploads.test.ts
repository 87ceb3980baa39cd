import request, { type Test } from "supertest";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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

test("files send events, and are listed with the messages that share them", async () => {
  const events = await listenTo(ben, ["attachment"]);
  const { body } = await upload(ben, "a.txt", "12345");
  const [added] = (await events()) as readonly { attachment: { id: number }; upload_space_used: number }[];
  const now = Math.floor(Date.now() / 1000);
  const file = { id: added?.attachment.id, name: "a.txt", path_id: pathOf(body.url), size: 5 };
  expect(added).toEqual({
    type: "attachment",
    op: "add",
    upload_space_used: added?.upload_space_used,
    attachment: { ...file, create_time: expect.any(Number), message_ids: [] },
  });
  const sent = await toCleo(`here: http://chat.example.com${body.url}`);
  const message_ids = [sent.body.id];
  const [updated] = await events();
  expect(updated).toMatchObject({ type: "attachment", op: "update", attachment: { ...file, message_ids } });
  const listed = (await ben.get("/attachments")).body;
  expect(listed.upload_space_used).toBe(added?.upload_space_used);
  const own = listed.attachments.find(({ id }: { id: number }) => id === file.id);
  expect(own).toEqual({ ...file, create_time: expect.any(Number), message_ids });
  expect(Math.abs(own.create_time - now)).toBeLessThan(60);
  expect((await cleo.delete(`/attachments/${file.id}`)).body).toEqual(failure("Invalid attachment"));
  expect((await ben.delete(`/attachments/${file.id}`)).body).toEqual(success());
  expect((await events())[0]).toEqual({
    type: "attachment",
    op: "remove",
    attachment: { id: file.id },
    upload_space_used: listed.upload_space_used - 5,
  });
  for (const client of [ben, cleo]) expect((await open(client, body.url)).status).toBe(404);
  expect((await ben.delete(`/attachments/${file.id}`)).body).toEqual(failure("Invalid attachment"));
});
