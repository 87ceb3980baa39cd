import request, { type Test } from "supertest";
import { newGroup, systemGroup } from "../../support/builders/groups";
import { addUser } from "../../support/http/add-user";
import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const raw = (method: "get" | "post" | "delete", path: string): Test =>
  request(server.http)[method](`/api/v1${path}`);
const refused = async (test: Test, status: number, body: object) => {
  const answer = await test;
  expect([answer.status, answer.type, answer.body]).toEqual([status, "application/json", body]);
  return answer.headers;
};

shows(["§7 note 1", "§7 note 3", "§4 note 1"], "an invalid parameter is a 400 that names it", async () => {
  for (const name of ["op", "to"]) {
    const form = { op: "start", to: [ben.id], [name]: undefined };
    const missing = failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
    if (name === "op") await refused(owner.post("/typing", form), 400, missing);
    else await refused(owner.post("/typing", form), 400, failure("Missing 'to' argument"));
  }
  await refused(
    owner.get("/streams", { include_public: "maybe" }),
    400,
    failure("include_public is not a boolean", "REQUEST_VARIABLE_INVALID", { var_name: "include_public" }),
  );
});

shows(
  ["§7 note 1", "§7 note 3"],
  "an impossible or forbidden action is a 400 with a code, and data that clients need",
  async () => {
    const id = await newGroup(owner);
    const holder = await newGroup(owner, { can_join_group: id });
    await refused(owner.patch("/user_groups/999", { name: "x" }), 400, failure("Invalid user group"));
    await refused(
      ben.post("/channel_folders/create", { name: "x", description: "" }),
      400,
      failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    );
    await refused(
      owner.patch(`/user_groups/${id}`, { can_join_group: { new: 3, old: 4 } }),
      400,
      failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"),
    );
    await refused(
      owner.post(`/user_groups/${id}/deactivate`),
      400,
      failure("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", {
        objections: [{ type: "user_group", group_id: holder, settings: ["can_join_group"] }],
      }),
    );
    await refused(
      owner.get("/events", { queue_id: "none", last_event_id: -1 }),
      400,
      failure("Bad event queue ID: none", "BAD_EVENT_QUEUE_ID", { queue_id: "none" }),
    );
    await refused(
      owner.post("/messages", { type: "channel", to: "nowhere", topic: "x", content: "x" }),
      400,
      failure("Channel 'nowhere' does not exist", "STREAM_DOES_NOT_EXIST", { stream: "nowhere" }),
    );
    await refused(
      owner.get("/messages", {
        anchor: "newest",
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: "smell", operand: "x" }],
      }),
      400,
      failure("Invalid narrow operator: unknown operator smell", "BAD_NARROW", {
        desc: "unknown operator smell",
      }),
    );
  },
);

shows(
  ["§7 note 1", "§7 note 3"],
  "failed authentication is a 401 that says how to authenticate",
  async () => {
    const deactivated = await addUser(server, { isActive: false });
    const headers = await refused(
      raw("get", "/users/me"),
      401,
      failure("Not logged in: API authentication or user session required", "UNAUTHORIZED"),
    );
    expect(headers["www-authenticate"]).toBe('Basic realm="zulip"');
    await refused(
      raw("get", "/users/me").auth(ben.email, owner.apiKey),
      401,
      failure("Invalid API key", "UNAUTHORIZED"),
    );
    await refused(deactivated.get("/users/me"), 401, failure("Account is deactivated", "USER_DEACTIVATED"));
  },
);

shows(
  ["§7 note 1", "§7 note 3"],
  "an unknown path is a 404, and a wrong method a 405 with the right ones",
  async () => {
    await refused(owner.get("/nothing/here"), 404, failure("API endpoint not found", "NOT_FOUND"));
    await refused(owner.delete("/drafts/999"), 404, failure("Draft does not exist"));
    for (const [test, methods] of [
      [owner.delete("/messages"), ["POST", "GET"]],
      [owner.get("/typing"), ["POST"]],
      [owner.get("/messages/1/typing"), ["POST"]],
    ] as const) {
      const headers = await refused(
        test,
        405,
        failure("Method Not Allowed", "METHOD_NOT_ALLOWED", { allowed_methods: methods }),
      );
      expect(headers.allow).toBe(methods.join(", "));
    }
  },
);

shows(["§7 note 1", "§7 note 3"], "an oversized body is a 413, and an unreadable one a 400", async () => {
  const post = () => raw("post", "/messages/render").auth(ben.email, ben.apiKey);
  await refused(
    post()
      .type("form")
      .send(`content=${"x".repeat(2_000_000)}`),
    413,
    failure("Request is too large"),
  );
  await refused(post().type("form").send("content=%ff"), 400, failure("Request is not valid UTF-8"));
  await refused(
    post().set("Content-Type", "multipart/form-data; boundary=x").send("--x"),
    400,
    failure("Malformed request"),
  );
});

shows(["§7 note 1", "§7 note 3"], "a refused request leaves no changes", async () => {
  const before = (await owner.get("/user_groups")).body;
  for (const test of [
    owner.post("/user_groups/create", { name: "x", description: "", members: [999] }),
    owner.patch(`/user_groups/${systemGroup.members}`, { name: "x" }),
    ben.post("/user_groups/999/subgroups", { add: [3] }),
  ])
    expect((await test).status).toBe(400);
  expect((await owner.get("/user_groups")).body).toEqual(before);
});
