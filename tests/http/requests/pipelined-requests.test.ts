import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import request from "supertest";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  server.http.listen(0, "127.0.0.1");
  await once(server.http, "listening");
});
afterAll(async () => {
  server.http.closeAllConnections();
  await server.stop();
});

const requestOf = ({ email, apiKey }: Client, path: string): string => {
  const key = Buffer.from(`${email}:${apiKey}`).toString("base64");
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${key}\r\n\r\n`;
};
const streamOf = async (who: Client): Promise<string> => {
  const { body } = await who.post("/register", { event_types: ["message"], fetch_event_types: [] });
  return requestOf(who, `/api/v1/events/stream?queue_id=${body.queue_id}`);
};
const opened = (): Socket =>
  connect((server.http.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
/** A connection whose first request is a stream, which is answered for as long as it is open. */
const streaming = async (who: Client): Promise<Socket> => {
  const socket = opened();
  socket.write(await streamOf(who));
  await once(socket, "data");
  return socket;
};
/** Requests of others, which are served meanwhile. */
const others = async (): Promise<void> => {
  for (let times = 0; times < 20; times += 1) await server.owner.get("/users/me").expect(200);
};

test("requests that follow each other on a connection are answered in their order", async () => {
  const ann = await server.newMember("Ann");
  const socket = opened();
  const paths = ["/api/v1/users/me", "/none", "/api/v1/server_settings", "/api/v1/users/me"];
  socket.write(paths.map((path) => requestOf(ann, path)).join(""));
  let text = "";
  for await (const chunk of socket) {
    text += chunk;
    if (text.split("HTTP/1.1 ").length > paths.length) break;
  }
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(
    ["200", "404", "200", "200"].map((status) => `HTTP/1.1 ${status}`),
  );
});

test("a connection ends whose client sends more and more without waiting for an answer", async () => {
  const socket = await streaming(await server.newMember("Ben"));
  const closed = jest.fn();
  socket.on("close", closed);
  socket.write("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(30_000));
  await others();
  expect(closed).toHaveBeenCalled();
});

const requestOfLength = (length: number): string => {
  const head = "GET /x HTTP/1.1\r\nHost: localhost\r\nX-Fill: ";
  return `${head}${"x".repeat(length - head.length - 4)}\r\n\r\n`;
};

test.each([
  [100, 16],
  [10_000, 6],
  [60_000, 1],
])("heads of %p bytes: %p may wait on a connection, which ends with one more", async (length, most) => {
  const socket = await streaming(await server.newMember(`Long ${length}`));
  const closed = jest.fn();
  socket.on("close", closed);
  socket.write(requestOfLength(length).repeat(most));
  await others();
  expect(closed).not.toHaveBeenCalled();
  socket.write(requestOfLength(length));
  await once(socket, "close");
});

test("a long request may wait behind another", async () => {
  const ann = await server.newMember("Ann with a long narrow");
  const socket = opened();
  const search = encodeURIComponent(JSON.stringify([{ operator: "search", operand: "x".repeat(40_000) }]));
  socket.write(requestOf(ann, "/api/v1/users/me") + requestOf(ann, `/api/v1/messages?narrow=${search}`));
  let text = "";
  for await (const chunk of socket) {
    text += chunk;
    if (text.split("HTTP/1.1 ").length > 2) break;
  }
  expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
});

test("requests that nobody waits for any more hold up nobody: they begin when those before them are answered", async () => {
  const paths = Array.from({ length: 16 }, (_, index) => `/avatar/${index + 1}`);
  for (let times = 0; times < 4; times += 1) {
    const socket = await streaming(await server.newMember(`Gone ${times}`));
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(""));
    await others();
    socket.destroy();
    await once(socket, "close");
  }
  await others();
  // All without a login on this network share their turns.
  for (let times = 0; times < 10; times += 1)
    await request(server.http).get("/api/v1/server_settings").expect(200);
});
