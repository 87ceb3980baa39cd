import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
const knowing = { client_capabilities: { linkifier_url_template: true } };

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const add = async (form: object) => (await owner.post("/realm/filters", form)).body;
const update = async (id: number, form: object) => (await owner.patch(`/realm/filters/${id}`, form)).body;
const remove = async (id: number) => (await owner.delete(`/realm/filters/${id}`)).body;
const reorder = async (ids: readonly number[]) =>
  (await owner.patch("/realm/linkifiers", { ordered_linkifier_ids: ids })).body;
const list = async (): Promise<readonly { id: number }[]> =>
  (await ben.get("/realm/linkifiers")).body.linkifiers;
const registered = async (more: object = knowing) =>
  (await ben.post("/register", { fetch_event_types: ["realm_linkifiers"], ...more })).body.realm_linkifiers;
const ticket = (prefix: string) => ({
  pattern: `${prefix}-(?P<id>[0-9]+)`,
  url_template: "https://tracker.example.com/{id}",
});

/** Checks that a form with invalid fields is refused. */
const wrong = (errors: Readonly<Record<string, readonly string[]>>) =>
  failure(Object.values(errors)[0]?.[0] ?? "", "BAD_REQUEST", { errors });

test("linkifiers can be added, changed, reordered and removed, and clients that know templates get events", async () => {
  const events = await listenTo(ben, ["realm_linkifiers"], knowing);
  const unaware = await listenTo(ben, ["realm_linkifiers"]);
  const { id: first, ...rest } = await add({
    pattern: "  a(?P<n>[0-9]+) ",
    url_template: " https://a.com/{n} ",
  });
  expect(rest).toEqual(success());
  const { id: second } = await add({
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://b.com/{id}",
    example_input: " #12 ",
    reverse_template: "#{id}",
    alternative_url_templates: ["https://c.com/{id}", " "],
  });
  const one = {
    id: first,
    pattern: "a(?P<n>[0-9]+)",
    url_template: "https://a.com/{n}",
    example_input: null,
    reverse_template: null,
    alternative_url_templates: [],
  };
  const two = {
    id: second,
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://b.com/{id}",
    example_input: "#12",
    reverse_template: "#{id}",
    alternative_url_templates: ["https://c.com/{id}"],
  };
  expect(await list()).toEqual([one, two]);
  expect(await registered()).toEqual([one, two]);
  expect(await registered({})).toEqual([]);
  const changed = { ...one, pattern: "b(?P<n>[0-9]+)" };
  expect(await update(first, { pattern: changed.pattern, url_template: one.url_template })).toEqual(
    success(),
  );
  expect(await reorder([second, first])).toEqual(success());
  expect(await reorder([second, first])).toEqual(success());
  expect(await remove(second)).toEqual(success());
  const event = (...linkifiers: readonly object[]) => ({
    type: "realm_linkifiers",
    realm_linkifiers: linkifiers,
  });
  expect(await events()).toEqual([
    event(one),
    event(one, two),
    event(changed, two),
    event(two, changed),
    event(changed),
  ]);
  expect(await unaware()).toEqual([]);
  expect(await registered()).toEqual([changed]);
  expect(await remove(first)).toEqual(success());
  expect(await list()).toEqual([]);
});

test("an update leaves fields it does not name and clears those given empty", async () => {
  const plain = ticket("OPT");
  const { id } = await add({
    ...plain,
    example_input: "OPT-1",
    reverse_template: "OPT-{id}",
    alternative_url_templates: ["https://other.example.com/{id}"],
  });
  const optional = async () => {
    const found = (await list()).find((one) => one.id === id) as Record<string, unknown> | undefined;
    return [found?.example_input, found?.reverse_template, found?.alternative_url_templates];
  };
  expect(await update(id, plain)).toEqual(success());
  expect(await optional()).toEqual(["OPT-1", "OPT-{id}", ["https://other.example.com/{id}"]]);
  expect(await update(id, { ...plain, reverse_template: "" })).toEqual(success());
  expect(await optional()).toEqual(["OPT-1", null, ["https://other.example.com/{id}"]]);
  expect(await update(id, { ...plain, example_input: "", alternative_url_templates: [] })).toEqual(success());
  expect(await optional()).toEqual([null, null, []]);
  await remove(id);
});

const group = (name: string, among: string, absent: string): string =>
  `Group '${name}' in ${among} is not present in ${absent}.`;
const blank = "This field cannot be blank.";
const example = { pattern: "#(?P<id>[0-9]+)", url_template: "https://e.com/{id}" };

test.each<[string, object, object]>([
  ["no pattern", { pattern: " ", url_template: "https://e.com" }, wrong({ pattern: [blank] })],
  [
    "an invalid pattern and an invalid template",
    { pattern: "(foo", url_template: "{id" },
    wrong({ url_template: ["Invalid URL template."], __all__: ["Bad regular expression: missing ): (foo"] }),
  ],
  [
    "an alternative template with a variable without a group",
    { ...example, alternative_url_templates: ["https://e.com/{who}"] },
    wrong({
      alternative_url_templates: [group("who", "alternative URL template", "linkifier pattern")],
    }),
  ],
  [
    "alternative templates that are not a list",
    { ...example, alternative_url_templates: "https://e.com" },
    failure("alternative_url_templates is not valid JSON", "REQUEST_VARIABLE_INVALID", {
      var_name: "alternative_url_templates",
    }),
  ],
  [
    "an overlong example",
    { ...example, example_input: "#".repeat(1001) },
    failure("example_input is too long (limit: 1000 characters)", "REQUEST_VARIABLE_INVALID", {
      var_name: "example_input",
    }),
  ],
  [
    "a missing template",
    { pattern: "a" },
    failure("Missing 'url_template' argument", "REQUEST_VARIABLE_MISSING", { var_name: "url_template" }),
  ],
])("refuses %s when adding and when changing a linkifier", async (_what, form, refusal) => {
  const { id } = await add(ticket("KEEP"));
  const before = await list();
  expect(await add(form)).toEqual(refusal);
  expect(await update(id, form)).toEqual(refusal);
  expect(await list()).toEqual(before);
  await remove(id);
});

test("linkifiers survive a restart", async () => {
  const { id } = await add({ ...ticket("STAY"), example_input: "STAY-1" });
  const before = await list();
  const again = await server.restarted();
  const { body } = await again.clientOf(ben).get("/realm/linkifiers");
  expect(body.linkifiers).toEqual(before);
  again.http.close();
  await again.close();
  await remove(id);
});
