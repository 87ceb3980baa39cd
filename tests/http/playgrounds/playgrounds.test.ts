import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const add = async (form: object) => (await owner.post("/realm/playgrounds", form)).body;
const remove = async (id: number) => (await owner.delete(`/realm/playgrounds/${id}`)).body;
const registered = async () =>
  (await ben.post("/register", { fetch_event_types: ["realm_playgrounds"] })).body.realm_playgrounds;
const form = {
  name: "Try it",
  pygments_language: "Python",
  url_template: "https://py.example.com/?c={code}",
};

test("playgrounds can be added and removed, and everyone gets the new list", async () => {
  const events = await listenTo(ben, ["realm_playgrounds"]);
  const { id: first, ...rest } = await add({ ...form, name: " Try it ", pygments_language: " C++ " });
  expect(rest).toEqual(success());
  const { id: second } = await add({ ...form, url_template: " https://b.example.com/{#code} " });
  const one = { ...form, id: first, pygments_language: "C++" };
  const two = { ...form, id: second, url_template: "https://b.example.com/{#code}" };
  expect(await registered()).toEqual([one, two]);
  expect(await remove(first)).toEqual(success());
  expect(await registered()).toEqual([two]);
  expect(await events()).toEqual([
    { type: "realm_playgrounds", realm_playgrounds: [one] },
    { type: "realm_playgrounds", realm_playgrounds: [one, two] },
    { type: "realm_playgrounds", realm_playgrounds: [two] },
  ]);
  await remove(second);
});

const wrong = (errors: Readonly<Record<string, readonly string[]>>) =>
  failure(Object.values(errors)[0]?.[0] ?? "", "BAD_REQUEST", { errors });

test.each<[string, object, object]>([
  ["no name", { name: " " }, wrong({ name: ["This field cannot be blank."] })],
  [
    "no template",
    { url_template: "" },
    wrong({
      url_template: ["This field cannot be blank."],
      __all__: ['Missing the required variable "code" in the URL template'],
    }),
  ],
])("refuses %s", async (_what, change, refusal) => {
  expect(await add({ ...form, ...change })).toEqual(refusal);
  expect(await registered()).toEqual([]);
});
