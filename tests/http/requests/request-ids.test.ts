import request from "supertest";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
const logged: unknown[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await server.stop();
});

const start = async (trustedProxies?: readonly string[]): Promise<void> => {
  server = await startServer({
    logged: (entry) => logged.push(entry),
    onError: () => {},
    ...(trustedProxies && { trustedProxies }),
  });
  await server.owner.get("/users/me");
};

/** Fails in a way that no code expects. Returns the header, and the id in the log. */
const failedWith = async (given?: string, path = "/messages") => {
  logged.length = 0;
  jest.spyOn(server.database.db.client, "acquireConnection").mockRejectedValueOnce(new Error("a bug"));
  const { email, apiKey } = server.owner;
  const asked = request(server.http).get(`/api/v1${path}`).auth(email, apiKey);
  if (given !== undefined) asked.set("X-Request-Id", given);
  const { status, headers, body } = await asked.query({ anchor: "newest", num_before: 1, num_after: 0 });
  const [entry] = logged as { requestId: string }[];
  return { status, sent: headers["x-request-id"], msg: body.msg, logged: entry?.requestId };
};

test("an answer to a failure has the id under which it was logged, in a header too", async () => {
  await start();
  const failed = await failedWith();
  expect(failed).toEqual({
    status: 500,
    sent: expect.stringMatching(/^[0-9a-f-]{36}$/),
    msg: `Internal server error (request ${failed.sent})`,
    logged: failed.sent,
  });
});

test("answers that weren't logged have none", async () => {
  await start();
  for (const path of ["/users/me", "/nowhere"])
    expect((await server.owner.get(path)).headers).not.toHaveProperty("x-request-id");
});

test("a trusted proxy's id is taken, if it is short and plain", async () => {
  await start();
  const plain = "7f3a-01.edge:4_x";
  expect(await failedWith(plain)).toMatchObject({ status: 500, sent: plain, logged: plain });
  for (const other of ["a b", "x".repeat(65), "<script>", '"quoted"', "é"])
    expect((await failedWith(other)).sent).toMatch(/^[0-9a-f-]{36}$/);
});

test("a stranger's id is not", async () => {
  await start(["10.9.9.9"]);
  expect((await failedWith("mine")).sent).toMatch(/^[0-9a-f-]{36}$/);
});
