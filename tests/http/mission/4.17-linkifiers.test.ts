import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
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
afterEach(async () => {
  for (const { id } of await list()) await owner.delete(`/realm/filters/${id}`);
});

const add = async (form: object) => (await owner.post("/realm/filters", form)).body;
const reorder = async (ids: readonly number[], who = owner) =>
  (await who.patch("/realm/linkifiers", { ordered_linkifier_ids: ids })).body;
const list = async (who = ben): Promise<readonly { id: number }[]> =>
  (await who.get("/realm/linkifiers")).body.linkifiers;
const only = async () => (await list())[0];
const render = async (content: string) => (await ben.post("/messages/render", { content })).body.rendered;
const link = (url: string, text: string) => `<p><a href="${url}">${text}</a></p>`;
const numbers = { pattern: "#(?P<id>[0-9]+)", url_template: "https://e.com/{id}" };
/** Checks that a form with invalid fields is refused. */
const wrong = (field: string, msg: string) => failure(msg, "BAD_REQUEST", { errors: { [field]: [msg] } });

shows("§4.17 note 1", "linkifiers are an ordered list for everyone in the realm", async () => {
  expect((await ben.get("/realm/linkifiers")).body).toEqual(success({ linkifiers: [] }));
  const { id: first } = await add({ pattern: "a(?P<n>[0-9]+)", url_template: "https://a.com/{n}" });
  const { id: second } = await add({ ...numbers, example_input: "#1", reverse_template: "#{id}" });
  const both = [
    {
      id: first,
      pattern: "a(?P<n>[0-9]+)",
      url_template: "https://a.com/{n}",
      example_input: null,
      reverse_template: null,
      alternative_url_templates: [],
    },
    {
      id: second,
      ...numbers,
      example_input: "#1",
      reverse_template: "#{id}",
      alternative_url_templates: [],
    },
  ];
  const guest = aUser({ id: 50, role: "guest", fullName: "Gina" });
  const bot = aUser({ id: 51, fullName: "Bot", bot: newBot("generic", ben.id) });
  await server.append(...[guest, bot].map((user) => ({ type: "user_created", user }) as const));
  for (const who of [owner, ben, server.clientOf(guest), server.clientOf(bot)])
    expect((await who.get("/realm/linkifiers")).body).toEqual(success({ linkifiers: both }));
  const { body } = await ben.get("/realm/linkifiers", { page: 2 });
  expect(body).toEqual(success({ linkifiers: both, ignored_parameters_unsupported: ["page"] }));
  expect((await request(server.http).get("/api/v1/realm/linkifiers")).status).toBe(401);
});

shows("§4.17 note 1", "administrators set the order, and the first match wins", async () => {
  const { id: every } = await add({ pattern: "b(?P<n>[0-9]+)", url_template: "https://every.com/{n}" });
  const { id: long } = await add({ pattern: "b(?P<n>[0-9]{3,})", url_template: "https://long.com/{n}" });
  const ids = async () => (await list()).map(({ id }) => id);
  expect(await ids()).toEqual([every, long]);
  expect(await render("b123")).toBe(link("https://every.com/123", "b123"));
  const events = await listenTo(ben, ["realm_linkifiers"], {
    client_capabilities: { linkifier_url_template: true },
  });
  expect(await reorder([long, every])).toEqual(success());
  expect(await ids()).toEqual([long, every]);
  expect(await render("b123 b12")).toContain('"https://long.com/123"');
  expect(await render("b12")).toBe(link("https://every.com/12", "b12"));
  expect(await events()).toEqual([{ type: "realm_linkifiers", realm_linkifiers: await list() }]);
  const refused = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  expect(await reorder([every, long], ben)).toEqual(refused);
  expect(await ids()).toEqual([long, every]);
});

shows("§4.17 note 1", "an order must name each linkifier once, or nothing changes", async () => {
  const { id: one } = await add({ pattern: "c(?P<n>[0-9]+)", url_template: "https://c.com/{n}" });
  const { id: two } = await add({ pattern: "d(?P<n>[0-9]+)", url_template: "https://d.com/{n}" });
  const twice = failure("The ordered list must not contain duplicated linkifiers");
  const incomplete = failure("The ordered list must enumerate all existing linkifiers exactly once");
  expect(await reorder([one, two, one])).toEqual(twice);
  for (const ids of [[one], [two, one, 999]]) expect(await reorder(ids)).toEqual(incomplete);
  expect((await list()).map(({ id }) => id)).toEqual([one, two]);
});

shows("§2.7 field id", "id is an integer that changes keep and that is never reused", async () => {
  const { id } = await add(numbers);
  expect(Number.isInteger(id)).toBe(true);
  await owner.patch(`/realm/filters/${id}`, { ...numbers, url_template: "https://f.com/{id}" });
  expect(await only()).toMatchObject({ id, url_template: "https://f.com/{id}" });
  await owner.delete(`/realm/filters/${id}`);
  expect((await add(numbers)).id).toBeGreaterThan(id);
});

shows("§2.7 field pattern", "pattern is a regular expression with named groups, as written", async () => {
  const pattern = "(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>\\d+)";
  await add({ pattern, url_template: "https://code.com/{org}/{repo}/{id}" });
  expect(await only()).toMatchObject({ pattern });
  expect(await render("see parley/server#7")).toContain('href="https://code.com/parley/server/7"');
  const msg = "Bad regular expression: missing ): (foo";
  expect(await add({ ...numbers, pattern: "(foo" })).toEqual(wrong("__all__", msg));
});

shows(
  "§2.7 field url_template",
  "url_template is an RFC 6570 template, expanded with the pattern's groups",
  async () => {
    const url_template = "https://find.com/search{?q,lang}{#part}";
    const pattern = "find:(?P<q>[a-zé]+)/(?P<lang>[a-z]+)/(?P<part>[a-z]+)";
    await add({ pattern, url_template });
    expect(await only()).toMatchObject({ url_template });
    expect(await render("find:café/fr/top")).toBe(
      link("https://find.com/search?q=caf%C3%A9&amp;lang=fr#top", "find:café/fr/top"),
    );
    expect(await add({ ...numbers, url_template: "{id" })).toEqual(
      wrong("url_template", "Invalid URL template."),
    );
  },
);

shows(
  ["§2.7 field example_input", "§2.7 field reverse_template"],
  "example_input must match the pattern, and reverse_template must reproduce it",
  async () => {
    const reversed = { ...numbers, example_input: "#12", reverse_template: "#{id}" };
    await add(reversed);
    expect(await only()).toMatchObject(reversed);
    const other = { pattern: "x(?P<id>[0-9]+)", url_template: "https://x.com/{id}" };
    const refusals: [object, string, string][] = [
      [{ example_input: "12" }, "example_input", "Example input does not match the linkifier pattern."],
      [
        { reverse_template: "x{id}" },
        "example_input",
        "Example text is required for an auto-conversion field.",
      ],
      [
        { example_input: "x12", reverse_template: "{id}" },
        "reverse_template",
        "Example text does not match auto-conversion field.",
      ] as [object, string, string],
    ];
    for (const [form, field, msg] of refusals)
      expect(await add({ ...other, ...form })).toEqual(wrong(field, msg));
    expect(await list()).toHaveLength(1);
    const { id } = await add({ ...other, example_input: "x12" });
    expect((await list())[1]).toMatchObject({ id, example_input: "x12", reverse_template: null });
  },
);

shows("§2.7 field reverse_template", "doubled braces in reverse_template stand for braces", async () => {
  const braces = { pattern: "\\{(?P<id>[0-9]+)\\}", url_template: "https://b.com/{id}" };
  const { id } = await add({ ...braces, example_input: "{12}", reverse_template: "{{{id}}}" });
  expect(await only()).toMatchObject({ id, reverse_template: "{{{id}}}" });
  expect(await add({ ...numbers, example_input: "#12", reverse_template: "#{id" })).toEqual(
    wrong("reverse_template", "Invalid auto-conversion field: missing '}' character."),
  );
});

shows(
  "§2.7 field alternative_url_templates",
  "alternative_url_templates are stored for clients; messages link with url_template only",
  async () => {
    const alternatives = ["https://old.com/{id}", "https://older.com/?n={id}"];
    await add({ ...numbers, alternative_url_templates: alternatives });
    expect(await only()).toMatchObject({ alternative_url_templates: alternatives });
    expect(await render("#12")).toBe(link("https://e.com/12", "#12"));
    const other = { pattern: "y(?P<id>[0-9]+)", url_template: "https://y.com/{id}" };
    expect(await add({ ...other, alternative_url_templates: ["https://y.com/{id}", "{"] })).toEqual(
      wrong("alternative_url_templates", "Invalid URL template."),
    );
  },
);
