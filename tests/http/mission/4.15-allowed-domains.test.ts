import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ann: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
});
afterAll(() => server.stop());

const add = async (who: Client, form: object) => (await who.post("/realm/domains", form)).body;
const stored = async () => (await owner.get("/realm/domains")).body.domains;

shows(
  ["§4.15 note 2", "§2.8 note 1"],
  "returns the pair of id and domain; everyone can read it and gets an event with its subdomain setting",
  async () => {
    const events = await listenTo(ann, ["realm_domains"]);
    const first = await add(owner, { domain: "example.org", allow_subdomains: false });
    expect(first).toEqual(success({ new_domain: [expect.any(Number), "example.org"] }));
    const second = await add(owner, { domain: "example.net", allow_subdomains: true });
    expect(second).toEqual(success({ new_domain: [first.new_domain[0] + 1, "example.net"] }));
    const realm_domains = [
      { domain: "example.org", allow_subdomains: false },
      { domain: "example.net", allow_subdomains: true },
    ];
    expect(await events()).toEqual(
      realm_domains.map((realm_domain) => ({ type: "realm_domains", op: "add", realm_domain })),
    );
    expect((await ann.get("/realm/domains")).body).toEqual(success({ domains: realm_domains }));
    const registered = await ann.post("/register", { event_types: ["realm_domains"] });
    expect(registered.body.realm_domains).toEqual(realm_domains);
  },
);

shows("§4.15 note 1", "allows only owners to add domains", async () => {
  const others = [
    aUser({ id: 60, role: "administrator" }),
    aUser({ id: 61, role: "moderator" }),
    aUser({ id: 62, role: "guest" }),
    aUser({ id: 63, bot: newBot("generic", owner.id) }),
  ];
  await server.append(...others.map((user) => ({ type: "user_created" as const, user })));
  const before = await stored();
  const form = { domain: "taken.example", allow_subdomains: true };
  for (const client of [ann, ...others.map((user) => server.clientOf(user))]) {
    const { status, body } = await client.post("/realm/domains", form);
    expect([status, body]).toEqual([400, failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")]);
  }
  const { status, body } = await request(server.http).post("/api/v1/realm/domains").type("form").send(form);
  expect([status, body]).toEqual([
    401,
    failure("Not logged in: API authentication or user session required", "UNAUTHORIZED"),
  ]);
  expect(await stored()).toEqual(before);
});

shows("§4.15 parameter domain", "domain is stored once, trimmed, in lower case and ASCII", async () => {
  const form = { allow_subdomains: true };
  const spaced = await add(owner, { ...form, domain: " TWICE.example.com " });
  expect(spaced).toEqual(success({ new_domain: [expect.any(Number), "twice.example.com"] }));
  expect((await add(owner, { ...form, domain: "bücher.example" })).new_domain[1]).toBe(
    "xn--bcher-kva.example",
  );
  expect(await add(owner, { ...form, domain: "Twice.Example.com" })).toEqual(
    failure("The domain twice.example.com is already a part of your organization."),
  );
  const longest = `${"a".repeat(60)}.`.repeat(4).padEnd(252, "b");
  expect((await add(owner, { ...form, domain: `${longest}.de` })).new_domain[1]).toBe(`${longest}.de`);
});

shows("§4.15 parameter domain", "refuses invalid domains and stores nothing", async () => {
  const before = await stored();
  expect(await add(owner, { allow_subdomains: true })).toEqual(
    failure("Missing 'domain' argument", "REQUEST_VARIABLE_MISSING", { var_name: "domain" }),
  );
  for (const [domain, problem] of [
    ["", "Domain can't be empty."],
    ["   ", "Domain can't be empty."],
    ["localhost", "Domain must have at least one dot (.)"],
    [`${"a".repeat(60)}.`.repeat(5), "Domain is too long"],
    [".example.com", "Domain cannot start or end with a dot (.)"],
    ["example.com.", "Domain cannot start or end with a dot (.)"],
    ["a..example.com", "Consecutive '.' are not allowed."],
    ["-a.example.com", "Subdomains cannot start or end with a '-'."],
    ["a_b.example.com", "Domain can only have letters, numbers, '.' and '-'s."],
    ["someone@example.com", "Domain can only have letters, numbers, '.' and '-'s."],
  ])
    expect(await add(owner, { domain, allow_subdomains: true })).toEqual(
      failure(`Invalid domain: ${problem}`),
    );
  expect(await stored()).toEqual(before);
});

shows("§4.15 parameter allow_subdomains", "allow_subdomains is required and must be a boolean", async () => {
  const domain = "x.example.com";
  expect(await add(owner, { domain })).toEqual(
    failure("Missing 'allow_subdomains' argument", "REQUEST_VARIABLE_MISSING", {
      var_name: "allow_subdomains",
    }),
  );
  for (const allow_subdomains of ["yes", "", 1, "null"])
    expect(await add(owner, { domain, allow_subdomains })).toEqual(
      failure("allow_subdomains is not a boolean", "REQUEST_VARIABLE_INVALID", {
        var_name: "allow_subdomains",
      }),
    );
  expect(await stored()).not.toContainEqual(expect.objectContaining({ domain }));
});

shows(
  ["§4.15 parameter allow_subdomains", "§4.15 parameter domain"],
  "lets addresses of the domain join, and of its subdomains only if allowed",
  async () => {
    const other = await startServer();
    await add(other.owner, { domain: "flat.example", allow_subdomains: false });
    await add(other.owner, { domain: "deep.example", allow_subdomains: true });
    await other.owner.patch("/realm", { emails_restricted_to_domains: true });
    const join = async (email: string) =>
      (await other.owner.post("/users", { email, full_name: "J", password: "a long enough password" })).body;
    for (const email of ["a@FLAT.example", "a@deep.example", "a@very.deep.example"])
      expect((await join(email)).result).toBe("success");
    for (const email of ["a@very.flat.example", "a@notdeep.example", "a@elsewhere.example"])
      expect(await join(email)).toEqual(failure(`Email '${email}' not allowed in this organization`));
    await other.stop();
  },
);

shows("§4.15 parameter domain", "accepts the parameters in a multipart form or the query", async () => {
  const post = (path: string) =>
    request(server.http).post(`/api/v1/realm/domains${path}`).auth(owner.email, owner.apiKey);
  const multipart = await post("").field("domain", "multi.example").field("allow_subdomains", "true");
  expect(multipart.body).toEqual(success({ new_domain: [expect.any(Number), "multi.example"] }));
  const query = await post("?domain=query.example&allow_subdomains=true");
  expect(query.body).toEqual(success({ new_domain: [expect.any(Number), "query.example"] }));
});
