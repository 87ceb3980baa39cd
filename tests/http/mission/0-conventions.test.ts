import request, { type Response, type Test } from "supertest";
import { newGroup } from "../../support/builders/groups";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { missionEndpoints } from "../../support/mission/endpoints";
import { levelOf, shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  general = (await owner.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(() => server.stop());

type Method = "get" | "post" | "patch" | "delete";
/** A raw request: nothing is sent that isn't written here. */
const call = (method: Method, path: string): Test =>
  request(server.http)[method](path).auth(owner.email, owner.apiKey);
const typing = `type=channel&topic=lunch&op=start`;

shows(["§0 note 1", "§9 note 1"], "serves the endpoints under /api/v1 and nowhere else", async () => {
  for (const [section, method, path] of missionEndpoints) {
    const { status, body } = await call(method, `/api/v1${path}`);
    expect([section, status === 404 && body.code === "NOT_FOUND", status === 405]).toEqual([
      section,
      false,
      false,
    ]);
    for (const prefix of ["/api/v2", "/api", "/v1", ""]) {
      const elsewhere = await call(method, `${prefix}${path}`);
      expect([section, prefix, elsewhere.status]).toEqual([section, prefix, 404]);
      expect(elsewhere.body.result ?? "error").toBe("error");
    }
  }
});

shows("§0 note 2", "reads form-encoded parameters from the body of POST, PATCH and DELETE", async () => {
  const form = (method: Method, path: string, body: string) =>
    call(method, path).set("Content-Type", "application/x-www-form-urlencoded").send(body);
  const answered = async (test: Test) => expect((await test).body).toEqual(success());
  await answered(form("post", "/api/v1/typing", `${typing}&stream_id=${general}`));
  await answered(form("patch", "/api/v1/users/1", "full_name=Olive+O%27Hara+%C3%BC"));
  expect((await owner.get("/users/1")).body.user.full_name).toBe("Olive O'Hara ü");
  const { id } = await server.newMember("Gone");
  await answered(form("delete", `/api/v1/users/${id}`, `actions=${encodeURIComponent("{}")}`));
});

shows("§0 note 2", "accepts a charset on the form, and multipart bodies with any method", async () => {
  const type = "application/x-www-form-urlencoded; charset=UTF-8";
  const rendered = await call("post", "/api/v1/messages/render")
    .set("Content-Type", type)
    .send("content=%C3%BC");
  expect(rendered.body).toEqual(success({ rendered: "<p>ü</p>" }));
  const parts = await call("patch", "/api/v1/users/1").field("full_name", "Olive Ölbaum");
  expect(parts.body).toEqual(success());
  expect((await owner.get("/users/1")).body.user.full_name).toBe("Olive Ölbaum");
});

shows("§0 note 2", "reads a GET's parameters from the query, and those of other methods too", async () => {
  const { body } = await call("get", "/api/v1/streams?include_public=false&include_subscribed=false");
  expect(body).toEqual(success({ streams: [] }));
  const inQuery = await call("post", `/api/v1/typing?${typing}&stream_id=${general}`);
  expect(inQuery.body).toEqual(success());
});

shows("§0 note 2", "reads lists and objects as JSON text, and nothing else", async () => {
  const id = await newGroup(owner);
  const post = async (path: string, body: string, method: Method = "post") =>
    (await call(method, `/api/v1${path}`).send(body)).body;
  expect(await post(`/user_groups/${id}/subgroups`, "add=[4,5]")).toEqual(success());
  expect(await post(`/user_groups/${id}/subgroups`, "add=[ 6 ]&delete=%5B4%5D")).toEqual(success());
  expect(await post(`/user_groups/${id}`, 'can_join_group={"new":5,"old":8}', "patch")).toEqual(success());
  for (const wrong of ["add=4", "add=4,5", "add=[4", "add[]=4", "add=4&add=5"])
    expect(await post(`/user_groups/${id}/subgroups`, wrong)).toMatchObject({ result: "error" });
  // Text stays text, even if it looks like JSON.
  expect(await post(`/user_groups/${id}`, 'description="quoted"', "patch")).toEqual(success());
  const { body } = await owner.get("/user_groups");
  expect(body.user_groups.at(-1)).toMatchObject({ id, description: '"quoted"', direct_subgroup_ids: [5, 6] });
});

shows("§0 note 2", "takes files in a multipart body; a JSON body has no parameters", async () => {
  const upload = await call("post", "/api/v1/user_uploads").attach("file", Buffer.from("x"), "x.txt");
  expect(upload.body).toMatchObject(success({ filename: "x.txt" }));
  const raw = await call("post", "/api/v1/user_uploads").type("text/plain").send("x");
  const mustBeForm = failure(
    "Parameters must be sent as application/x-www-form-urlencoded or multipart/form-data",
  );
  expect([raw.status, raw.body]).toEqual([400, mustBeForm]);
  const json = await call("post", "/api/v1/messages/render").send({ content: "x" });
  expect([json.status, json.body]).toEqual([400, mustBeForm]);
  // An endpoint with only optional parameters would otherwise succeed without them.
  const settings = await call("patch", "/api/v1/settings").send({ color_scheme: 2 });
  expect([settings.status, settings.body]).toEqual([400, mustBeForm]);
  const query = await call("post", "/api/v1/messages/render").query({ content: "x" }).type("json").send("");
  expect(query.body).toMatchObject(success({ rendered: "<p>x</p>" }));
});

shows(
  "§0 note 3",
  "every answer is a JSON object with a result and a message, success or error",
  async () => {
    const results = new Set<string>();
    const check = ({ status, type, body }: Response) => {
      const { result, msg } = body;
      expect([type, result]).toEqual(["application/json", status === 200 ? "success" : "error"]);
      expect(msg).toMatch(result === "success" ? /^$/ : /\S/);
      results.add(`${status}`);
    };
    for (const [, method, path] of missionEndpoints) {
      check(await request(server.http)[method](`/api/v1${path}`));
      check(await call(method, `/api/v1${path}`));
      check(await call(method, `/api/v1${path}`).type("form").send("op=%00&to=x&add=x&narrow=x"));
    }
    check(await request(server.http).get("/api/v1/server_settings"));
    check(await call("get", "/api/v1/nothing"));
    check(await call("delete", "/api/v1/typing"));
    expect([...results].sort()).toEqual(["200", "400", "401", "404", "405"]);
  },
);

shows(
  ["§0 note 4", "§9 note 3", "§9 level of ignored_parameters_unsupported"],
  "a success lists the parameters the endpoint doesn't support, wherever they came from",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(167);
    const ignored = (names: readonly string[]) => success({ ignored_parameters_unsupported: names });
    const { id } = await server.newMember("Other");
    const calls: readonly (readonly [Test, readonly string[]])[] = [
      [call("get", "/api/v1/server_settings?zest=1"), ["zest"]],
      [call("get", "/api/v1/streams?zest=1&include_public=true&mood=2"), ["mood", "zest"]],
      [call("post", "/api/v1/drafts").send("zest=1"), ["zest"]],
      [call("post", "/api/v1/messages/render?mood=2").send("content=x&zest=1"), ["mood", "zest"]],
      [call("post", "/api/v1/messages/render").field({ content: "x", zest: "1" }), ["zest"]],
      [call("patch", `/api/v1/users/${id}`).send("full_name=Otto&is_admin=true"), ["is_admin"]],
      [call("delete", `/api/v1/users/${id}`).send("zest=1&user_id=1"), ["user_id", "zest"]],
    ];
    for (const [test, names] of calls) expect((await test).body).toMatchObject(ignored(names));
    const both = { content: "x", zest: 1 };
    expect((await owner.post("/messages/render", both)).body).toEqual({
      ...ignored(["zest"]),
      rendered: "<p>x</p>",
    });
  },
);

shows(
  ["§0 note 4", "§9 note 3"],
  "a success without such parameters lacks the field, and so do errors",
  async () => {
    expect((await owner.get("/streams", { include_public: true })).body).not.toHaveProperty(
      "ignored_parameters_unsupported",
    );
    expect((await owner.post("/messages/render", { zest: 1 })).body).toEqual(
      failure("Missing 'content' argument", "REQUEST_VARIABLE_MISSING", { var_name: "content" }),
    );
  },
);

shows("§0 note 5", "an id in a path is an integer; anything else is an unknown path", async () => {
  const paths: readonly (readonly [Method, (id: string) => string])[] = [
    ["patch", (id) => `/user_groups/${id}`],
    ["post", (id) => `/user_groups/${id}/subgroups`],
    ["get", (id) => `/users/me/${id}/topics`],
    ["post", (id) => `/messages/${id}/typing`],
    ["delete", (id) => `/messages/${id}`],
  ];
  for (const [method, path] of paths) {
    for (const id of ["x", "1.5", "1.0", "-1", "1e3", "01", "0x1", "%20", "%201", "9".repeat(30)]) {
      const { status, body } = await call(method, `/api/v1${path(id)}`);
      expect([path(id), status, body]).toEqual([
        path(id),
        404,
        failure("API endpoint not found", "NOT_FOUND"),
      ]);
    }
    expect((await call(method, `/api/v1${path("1")}`)).body.code).not.toBe("NOT_FOUND");
  }
});
