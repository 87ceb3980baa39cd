import { type AddressInfo, connect, type Socket } from "node:net";
import request from "supertest";
import type { TurnLimits } from "../../../src/application/admission/fair-turns";
import { formToken, loggedIn } from "../../support/http/forms";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/** Requests that began with valid credentials, which end while the request arrives or waits. */
let server: TestServer;
let sockets: Socket[] = [];

const start = async (options?: Parameters<typeof startServer>[0]): Promise<void> => {
  server = await startServer(options);
  await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
};
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.http.closeAllConnections();
  await server.stop();
});

interface Credentials {
  /** The path before an endpoint's own. */
  readonly base: string;
  readonly headers: readonly string[];
}

const byKey = ({ email, apiKey }: Client): Credentials => ({
  base: "/api/v1",
  headers: [`Authorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`],
});

const bySession = async ({ email }: Client): Promise<Credentials> => {
  const browser = await loggedIn(server, email);
  const token = formToken((await browser.get("/account")).text);
  // The library keeps cookies for the host of its own requests.
  const cookies = browser.jar.getCookies({ domain: "127.0.0.1", path: "/", secure: false, script: false });
  return {
    base: "/json",
    headers: [`Cookie: ${cookies.toValueString()}`, `X-CSRFToken: ${token}`],
  };
};

/** Sends a request but for the last byte of its body, and waits until the server has authenticated it. */
const begin = async (
  { base, headers }: Credentials,
  [method, path]: readonly [string, string],
  body: string,
  type = "application/x-www-form-urlencoded",
): Promise<{ readonly end: () => Promise<string> }> => {
  const socket = connect((server.http.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  const status = new Promise<string>((resolve) => {
    socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1", 9, 12)));
    socket.on("error", () => resolve("cut off"));
  });
  const begun = new Promise((resolve) => server.http.once("request", resolve));
  const head = [
    `${method} ${base}${path} HTTP/1.1`,
    "Host: chat.example.com",
    ...headers,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`);
  await begun;
  // Authentication reads the database, as this request does after it.
  await server.owner.get("/users/me").expect(200);
  return {
    end: () => {
      socket.write(body.slice(-1));
      return status;
    },
  };
};

const file =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--';

describe("a key that ends while a request arrives", () => {
  test.each([
    ["GET", "/users/me", "a=b"],
    ["POST", "/users/me/api_key/regenerate", "a=b"],
    ["POST", "/messages", "type=direct&to=[1]&content=hello"],
    ["POST", "/users/me/subscriptions", "subscriptions=[{%22name%22:%22late%22}]"],
    ["PATCH", "/settings", "full_name=Mallory"],
    ["POST", "/user_uploads", file],
  ])("does nothing more: %s %s", async (method, path, body) => {
    await start();
    const ann = await server.newMember("Ann");
    const type = body === file ? "multipart/form-data; boundary=b" : undefined;
    const { end } = await begin(byKey(ann), [method, path], body, type);
    const renewed = (await ann.post("/users/me/api_key/regenerate").expect(200)).body;
    expect(await end()).toBe("401");
    const now = { ...server.clientOf(ann), apiKey: renewed.api_key };
    await request(server.http).get("/api/v1/users/me").auth(ann.email, now.apiKey).expect(200);
  });

  test("does nothing more, if it is in the address of a webhook", async () => {
    await start();
    const form = { full_name: "Hook", short_name: "hook", bot_type: 2 };
    const bot = (await server.owner.post("/bots", form).expect(200)).body;
    const credentials = { base: "/api/v1", headers: [] };
    const { end } = await begin(
      credentials,
      ["POST", `/external/slack_incoming?api_key=${bot.api_key}&stream=general`],
      "text=hello",
    );
    await server.owner.post(`/bots/${bot.user_id}/api_key/regenerate`).expect(200);
    expect(await end()).toBe("401");
  });
});

describe("a session that ends while a request arrives", () => {
  test.each([
    ["GET", "/users/me", "a=b"],
    ["POST", "/messages", "type=direct&to=[1]&content=hello"],
    ["POST", "/user_uploads", file],
  ])("does nothing more: %s %s", async (method, path, body) => {
    await start();
    const ann = await server.newMember("Ann");
    const session = await bySession(ann);
    const type = body === file ? "multipart/form-data; boundary=b" : undefined;
    const { end } = await begin(session, [method, path], body, type);
    const { sessions } = (await ann.get("/users/me/sessions").expect(200)).body;
    await ann.delete(`/users/me/sessions/${sessions[0].id}`).expect(200);
    expect(await end()).toBe("401");
  });
});

test("a session that ends once its file has arrived and is examined leaves no file", async () => {
  await start();
  const ann = await server.newMember("Ann");
  const { fileTypes } = server.services;
  const examined = jest.spyOn(fileTypes, "sniff").mockImplementationOnce(async () => {
    const { sessions } = (await ann.get("/users/me/sessions").expect(200)).body;
    await ann.delete(`/users/me/sessions/${sessions[0].id}`).expect(200);
    return undefined;
  });
  const type = "multipart/form-data; boundary=b";
  const { end } = await begin(await bySession(ann), ["POST", "/user_uploads"], file, type);
  expect(await end()).toBe("401");
  expect(examined).toHaveBeenCalledTimes(1);
  expect((await ann.get("/attachments").expect(200)).body.attachments).toEqual([]);
});

const oneAtATime: TurnLimits = { running: 1, runningEach: 1, waiting: 5, waitingEach: 5 };

test("a key that ends while its request waits for a turn does nothing more", async () => {
  await start({ costs: { search: oneAtATime } });
  const ann = await server.newMember("Ann");
  const search = {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: "search", operand: "x" }],
  };
  // Searches hold the only turn until the gate opens.
  const { messages } = server.services;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    const { around } = messages;
    jest.spyOn(messages, "around").mockImplementationOnce(async (...given) => {
      resolve();
      await gate;
      return around(...given);
    });
  });
  const first = server.owner.get("/messages", search).then(({ status }) => status);
  await entered;
  const second = ann.get("/messages", search).then(({ status }) => status);
  await ann.get("/users/me").expect(200);
  await ann.post("/users/me/api_key/regenerate").expect(200);
  open();
  expect([await first, await second]).toEqual([200, 401]);
});
