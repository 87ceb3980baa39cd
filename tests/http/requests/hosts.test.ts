import { type AddressInfo, connect } from "node:net";
import request from "supertest";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.stop());

const statusOf = (head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect((server.http.address() as AddressInfo).port, "127.0.0.1");
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString("latin1", 9, 12));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.write(`${head}\r\n\r\n`);
  });

const basic = () =>
  `Authorization: Basic ${Buffer.from(`${server.owner.email}:${server.owner.apiKey}`).toString("base64")}`;

test.each([
  ["GET /api/v1/server_settings", "200"],
  ["GET /api/v1/users/me", "200"],
  ["GET /json/users/me", "401"],
  ["GET /login", "200"],
  ["GET /avatar/1", "200"],
  ["GET /user_uploads/1/aa/none.png", "401"],
  ["GET /api/v1/external/json?api_key=none", "405"],
  ["OPTIONS /api/v1/tus", "204"],
])("%s without a host is answered as at the server's own address", async (line, usual) => {
  const named = await statusOf(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${basic()}`);
  expect(named[0]).toBe(usual[0]);
  expect(await statusOf(`${line} HTTP/1.1\r\nHost:\r\n${basic()}`)).toBe(named);
  expect(await statusOf(`${line} HTTP/1.0\r\n${basic()}`)).toBe(named);
});

test.each(["/api/v1/server_settings", "/health", "/", "/nowhere"])(
  "%s without a host in HTTP/1.1 gets the envelope of errors",
  async (path) => {
    const socket = connect((server.http.address() as AddressInfo).port, "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
      result: "error",
      code: "BAD_REQUEST",
      msg: "Missing Host header",
    });
  },
);

test("a development server, which gives anybody a key, answers by its own names only", async () => {
  const development = await startServer({
    mode: "development",
    settings: { PARLEY_URL: "https://chat.example.com" },
  });
  const fetched = async (host: string, forwarded?: string): Promise<number> => {
    const asked = request(development.http).post("/api/v1/dev_fetch_api_key").set("Host", host);
    if (forwarded !== undefined) asked.set("X-Forwarded-Host", forwarded);
    return (await asked.type("form").send({ username: development.owner.email })).status;
  };
  const known = ["127.0.0.1:9991", "localhost", "[::1]:80", "chat.example.com", "team.chat.example.com"];
  expect(await Promise.all(known.map((host) => fetched(host)))).toEqual(known.map(() => 200));
  const strange = [
    "evil.example",
    "evilchat.example.com",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
  ];
  expect(await Promise.all(strange.map((host) => fetched(host)))).toEqual(strange.map(() => 400));
  expect(await fetched("evil.example", "localhost")).toBe(400);
  await development.stop();
});
