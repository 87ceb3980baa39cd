import { type AddressInfo, connect, type Socket } from "node:net";
import request from "supertest";
import type { CostLimits } from "../../../src/adapters/http/declaration/cost-limits";
import type { TurnLimits } from "../../../src/application/admission/fair-turns";
import { aPicture } from "../../support/builders/images";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.http.closeAllConnections();
  await server.stop();
});

const open = async (costs: Partial<CostLimits>): Promise<void> => {
  server = await startServer({ costs });
  await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
};

const one = (waiting: number): TurnLimits => ({ running: 1, runningEach: 1, waiting, waitingEach: waiting });
const form = "application/x-www-form-urlencoded";
const basic = ({ email, apiKey }: Client) =>
  `Authorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}\r\n`;

/** Sends a head and the beginning of its body, and waits until the server has begun with it. Returns the status of the answer. */
const stall = async (
  path: string,
  head: string,
  begin = "a=b",
): Promise<{ readonly status: Promise<string> }> => {
  const socket = connect((server.http.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  const status = new Promise<string>((resolve) => {
    socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1", 9, 12)));
    socket.once("close", () => resolve("cut off"));
    socket.on("error", () => {});
  });
  const begun = new Promise((resolve) => server.http.once("request", resolve));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n${begin}`);
  await begun;
  // Authentication reads the database, and the turn comes after it.
  await request(server.http).get("/api/v1/users/me").auth(server.owner.email, server.owner.apiKey);
  return { status };
};

test.each([10_000, 60_000])(
  "a page's form of %d bytes that stalls holds no turn at passwords",
  async (length) => {
    await open({ password: one(0) });
    await stall("/login", `Content-Type: ${form}\r\nContent-Length: ${length}\r\n`);
    const { status, body } = await request(server.http)
      .post("/api/v1/fetch_api_key")
      .type("form")
      .send({ username: "none@example.com", password: "wrong" });
    expect([status, body.code]).toEqual([401, "AUTHENTICATION_FAILED"]);
  },
);

test.each([
  ["write", "/api/v1/messages", "/api/v1/typing"],
  ["bulk", "/api/v1/users/me/subscriptions", "/api/v1/mark_all_as_read"],
  ["register", "/api/v1/register", "/api/v1/register"],
] as const)("a body that stalls holds no turn of the class %s", async (cost, stalled, asked) => {
  await open({ [cost]: one(0) });
  const { owner } = server;
  for (const length of [10_000, 60_000])
    await stall(stalled, `${basic(owner)}Content-Type: ${form}\r\nContent-Length: ${length}\r\n`);
  const { status } = await request(server.http)
    .post(asked)
    .auth(owner.email, owner.apiKey)
    .type("form")
    .send({});
  expect(status).not.toBe(503);
});

test("bodies from strangers don't crowd out those from members", async () => {
  await open({ body: one(0), unknownBody: one(1) });
  for (let count = 0; count < 3; count += 1)
    await stall(
      "/api/v1/fetch_api_key",
      `Content-Type: ${form}\r\nTransfer-Encoding: chunked\r\n`,
      "3\r\na=b\r\n",
    );
  const { status } = await request(server.http)
    .post("/api/v1/drafts")
    .auth(server.owner.email, server.owner.apiKey)
    .type("form")
    .send({
      drafts: JSON.stringify([{ type: "", to: [], topic: "", content: "x".repeat(9000) }]),
      pad: "x".repeat(20_000),
    });
  expect(status).toBe(200);
});

test("a slow body makes way for other people's waiting requests, but not for its own sender's", async () => {
  await open({ picture: { ...one(5), running: 2 } });
  const [mallory, molly, ann] = [
    await server.newMember("Mallory"),
    await server.newMember("Molly"),
    await server.newMember("Ann"),
  ];
  const head = (client: Client) =>
    `${basic(client)}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 3000000\r\n`;
  const slow = [];
  for (const client of [mallory, molly])
    slow.push(
      await stall("/api/v1/users/me/avatar", head(client), "--x\r\nContent-Disposition: form-data; "),
    );
  const again = await stall("/api/v1/users/me/avatar", head(mallory), "--x\r\n");
  const { status } = await request(server.http)
    .post("/api/v1/users/me/avatar")
    .auth(ann.email, ann.apiKey)
    .attach("file", await aPicture(30, 30), "a.png");
  expect(status).toBe(200);
  const ended = await Promise.race([...slow, again].map((one) => one.status));
  expect(ended).toBe("408");
});
