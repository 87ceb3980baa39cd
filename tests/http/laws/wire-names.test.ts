import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import { allEndpoints } from "../../../src/adapters/http/endpoints/all";
import names from "../../support/clients/zulip-names.json";
import { code, expectPageToHold, table } from "../../support/docs/generated-page";
import { listenTo } from "../../support/http/event-queue";
import { startServer, type TestServer } from "../../support/http/http-application";

/** Every name of Zulip's API at level 512, compared with what this server answers, accepts and sends. */
type Kind = keyof typeof names;

const unusedCapability = "Every client gets the form that this capability asks for";
/** Why a name is missing. */
const reasons: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  Events: {
    realm_export: "The API has no exports",
    realm_export_consent: "The API has no exports",
  },
  "Fields of register": {
    demo_organization_scheduled_deletion_date: "There are no demo organizations with an end date",
  },
  "Capabilities of clients": {
    notification_settings_null: unusedCapability,
    user_avatar_url_field_optional: unusedCapability,
    user_settings_object: unusedCapability,
  },
  "Settings of organizations": {
    string_id: "An organization keeps its address, because links, clients and signatures depend on it",
  },
};

let server: TestServer;
let messageId: number;
/** Events whose fields depend on the request. */
const eventFields = new Set<string>();

beforeAll(async () => {
  server = await startServer();
  const { owner } = server;
  messageId = (await owner.post("/messages", { type: "direct", to: [owner.id], content: "x" })).body.id;
  const group = async (name: string) =>
    (await owner.post("/user_groups/create", { name, description: "", members: [] })).body.group_id;
  const [whole, part] = [await group("whole"), await group("part")];
  const events = await listenTo(owner, ["reaction", "typing", "typing_edit_message", "user_group"]);
  for (const op of ["start", "stop"]) {
    await owner.post("/typing", { op, to: [owner.id] });
    await owner.post(`/messages/${messageId}/typing`, { op });
  }
  await owner.post(`/messages/${messageId}/reactions`, { emoji_name: "tada" });
  await owner.delete(`/messages/${messageId}/reactions`, { emoji_name: "tada" });
  for (const op of ["add", "delete"]) await owner.post(`/user_groups/${whole}/subgroups`, { [op]: [part] });
  for (const event of (await events()) as readonly { type: string; op: string }[])
    eventFields.add(`${event.type} ${event.op}`);
});
afterAll(() => server.stop());

const parametersOf = (method: string, path: string): readonly string[] => {
  const declared = (allEndpoints(false) as readonly AnyEndpoint[]).find(
    (one) => one.method === method && one.at === path,
  );
  return Object.keys(declared?.params ?? {});
};

const sources = ["http", "zulip-wire"].flatMap((adapter) => {
  const folder = join(__dirname, "../../../src/adapters", adapter);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
});
const isWritten = (...words: readonly string[]): boolean =>
  sources.some((source) => words.every((word) => new RegExp(`"${word}"|\\b${word}:`).test(source)));

const operands = (): Readonly<Record<string, unknown>> => ({
  "dm-including": 1,
  "group-pm-with": 1,
  id: 1,
  near: 1,
  with: messageId,
  mentions: 1,
  sender: 1,
  from: 1,
  dm: [1],
  "pm-with": [1],
  pm_with: [1],
  channel: "general",
  stream: "general",
  channels: "public",
  streams: "public",
});

/** Whether a name exists, by kind. */
const finders: { readonly [K in Kind]: () => Promise<(name: string) => boolean | Promise<boolean>> } = {
  Events: async () => (name) => eventFields.has(name) || isWritten(...name.split(" ")),
  "Fields of register": async () => {
    const { body } = await server.owner.post("/register", {});
    return (name) => Object.hasOwn(body, name);
  },
  "Capabilities of clients": async () => (name) => isWritten(name),
  "Narrow operators": async () => async (name) => {
    const [operator = "", operand] = name.split(":");
    const narrow = [{ operator, operand: operand ?? operands()[operator] ?? "x" }];
    const window = { anchor: "newest", num_before: 1, num_after: 0 };
    return (await server.owner.get("/messages", { ...window, narrow })).body.result === "success";
  },
  Flags: async () => async (flag) => {
    const { body } = await server.owner.post("/messages/flags", { messages: [], op: "add", flag });
    return body.result === "success" || body.msg === `Flag not editable: '${flag}'`;
  },
  "Settings of users": async () => (name) => parametersOf("patch", "/settings").includes(name),
  "Settings of organizations": async () => (name) => parametersOf("patch", "/realm").includes(name),
  "Permissions of organizations": async () => (name) => parametersOf("patch", "/realm").includes(name),
  "Settings of channels": async () => (name) => parametersOf("patch", "/streams/{stream_id}").includes(name),
  "Settings of groups": async () => (name) =>
    parametersOf("patch", "/user_groups/{user_group_id}").includes(name),
  "Properties of subscriptions": async () => async (property) => {
    const value = property === "color" ? "#c2c2c2" : true;
    const subscription_data = [{ stream_id: 1, property, value }];
    const { body } = await server.owner.post("/users/me/subscriptions/properties", { subscription_data });
    return body.result === "success";
  },
};

const kinds = Object.keys(names) as readonly Kind[];
const missing = new Map<Kind, readonly string[]>();

test.each(kinds)("%s of level 512 exist, or have a reason not to", async (kind) => {
  const isHere = await finders[kind]();
  expect(await isHere("no_such_name")).toBe(false);
  const notServed: string[] = [];
  for (const name of names[kind]) if (!(await isHere(name))) notServed.push(name);
  missing.set(kind, notServed);
  expect(notServed).toEqual(Object.keys(reasons[kind] ?? {}));
});

test("the coverage page lists every missing name", () => {
  const here = kinds.map((kind) => {
    const found = names[kind].filter((name) => !missing.get(kind)?.includes(name));
    return [kind, `${found.length} of ${names[kind].length}`, found.map(code).join(", ")];
  });
  const notServed = kinds.flatMap((kind) =>
    Object.entries(reasons[kind] ?? {}).map(([name, reason]) => [kind, code(name), reason]),
  );
  expectPageToHold(
    "coverage.md",
    "Names",
    [table(["What", "Name that isn't here", "Why"], notServed), table(["What", "Here", "Names"], here)].join(
      "\n\n",
    ),
  );
});
