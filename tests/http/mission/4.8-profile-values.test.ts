import { newBot } from "../../../src/domain/bots/bot";
import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;

/** One field of each type. */
let short: number;
let long: number;
let choice: number;
let date: number;
let link: number;
let users: number;
let account: number;
let pronouns: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
  const field = async (field_type: number, more: object = {}): Promise<number> =>
    (await owner.post("/realm/profile_fields", { name: `F${field_type}`, field_type, ...more })).body.id;
  [short, long] = [await field(1), await field(2)];
  choice = await field(3, { field_data: { vi: { text: "Vim", order: "1" } } });
  [date, link, users] = [await field(4), await field(5), await field(6)];
  account = await field(7, { field_data: { subtype: "github" } });
  pronouns = await field(8);
});
afterAll(() => server.stop());

const set = async (profile_data: unknown) => (await owner.patch(`/users/${ann.id}`, { profile_data })).body;
const profile = async () =>
  (await ben.get(`/users/${ann.id}`, { include_custom_profile_fields: true })).body.user.profile_data;

shows(
  "§4.8 parameter profile_data",
  "sets values of every type at once, with events for changed ones; null removes a value",
  async () => {
    const events = await listenTo(ben, ["realm_user"]);
    const values = [
      { id: short, value: "*hi*" },
      { id: long, value: "a\nb" },
      { id: choice, value: "vi" },
      { id: date, value: "2000-02-29" },
      { id: link, value: "https://example.com" },
      { id: users, value: [ben.id, owner.id] },
      { id: account, value: "octocat" },
      { id: pronouns, value: "they" },
    ];
    expect(await set(values)).toEqual(success());
    const stored = {
      [short]: { value: "*hi*", rendered_value: "<p><em>hi</em></p>" },
      [long]: { value: "a\nb", rendered_value: "<p>a<br>\nb</p>" },
      [choice]: { value: "vi" },
      [date]: { value: "2000-02-29" },
      [link]: { value: "https://example.com" },
      [users]: { value: `[${ben.id},${owner.id}]` },
      [account]: { value: "octocat" },
      [pronouns]: { value: "they" },
    };
    expect(await profile()).toEqual(stored);
    const event = (id: number, fields: object) => ({
      type: "realm_user",
      op: "update",
      person: { user_id: ann.id, custom_profile_field: { id, ...fields } },
    });
    expect(await events()).toEqual(values.map(({ id }) => event(id, stored[id] ?? {})));
    expect(
      await set([
        { id: short, value: null },
        { id: users, value: [] },
        { id: pronouns, value: "" },
        { id: account, value: "octocat" },
        { id: date, value: "2001-01-01" },
      ]),
    ).toEqual(success());
    const removed = [short, users, pronouns].map((id) => event(id, { value: null }));
    expect(await events()).toEqual(
      expect.arrayContaining([...removed, event(date, { value: "2001-01-01" })]),
    );
    expect(Object.keys(await profile())).toEqual([long, choice, date, link, account].map(String));
    expect(await set([{ id: short, value: null }])).toEqual(success());
    expect(await events()).toEqual([]);
  },
);

shows(
  "§4.8 parameter profile_data",
  "refuses all values if one has the wrong type for its field",
  async () => {
    const bot = await addUser(server, { bot: newBot("generic", 1) });
    const deactivated = await addUser(server, { isActive: false });
    const before = await profile();
    const wrong: readonly [id: number, value: unknown, message: string][] = [
      [short, "s".repeat(51), "F1 is too long (limit: 50 characters)"],
      [short, [1], "F1 is not a string"],
      [long, "l".repeat(501), "F2 is too long (limit: 500 characters)"],
      [choice, "nano", "'nano' is not a valid choice for 'F3'."],
      [date, "2001-02-29", "F4 is not a date"],
      [date, "29.02.2000", "F4 is not a date"],
      [link, "javascript:alert(1)", "F5 is not a URL"],
      [users, "x", "F6 is not a list"],
      [users, [99_999], "Invalid user ID: 99999"],
      [users, [bot.id], `User with ID ${bot.id} is a bot`],
      [users, [deactivated.id], `User with ID ${deactivated.id} is deactivated`],
      [account, "a".repeat(51), "GitHub username is too long (limit: 50 characters)"],
      [pronouns, "p".repeat(51), "F8 is too long (limit: 50 characters)"],
      [99_999, "x", "Field id 99999 not found."],
    ];
    for (const [id, value, message] of wrong)
      expect(
        await set([
          { id: pronouns, value: "she" },
          { id, value },
        ]),
      ).toEqual(failure(message));
    expect(await profile()).toEqual(before);
    expect(
      await set([
        { id: short, value: "💬".repeat(50) },
        { id: long, value: "é".repeat(500) },
      ]),
    ).toEqual(success());
  },
);

shows("§4.8 parameter profile_data", "profile_data must be a list of ids with values", async () => {
  const invalid = (problem: string) =>
    failure(problem, "REQUEST_VARIABLE_INVALID", { var_name: "profile_data" });
  const before = await profile();
  expect(await set("x")).toEqual(invalid("profile_data is not valid JSON"));
  expect(await set({ id: short, value: "x" })).toEqual(invalid("profile_data is not a list"));
  expect(await set([short])).toEqual(invalid("profile_data[0] is not a dict"));
  expect(await set([{ value: "x" }])).toEqual(invalid('profile_data[0]["id"] field is missing'));
  expect(await set([{ id: "1", value: "x" }])).toEqual(invalid('profile_data[0]["id"] is not an integer'));
  for (const value of [true, { a: 1 }, 5, ["x"]])
    expect(await set([{ id: short, value }])).toEqual(invalid('Invalid profile_data[0]["value"]'));
  expect(await set([])).toEqual(success());
  expect(await profile()).toEqual(before);
});
