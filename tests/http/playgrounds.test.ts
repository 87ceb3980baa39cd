import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

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
  ["no language", { pygments_language: "" }, wrong({ pygments_language: ["This field cannot be blank."] })],
  [
    "a long language",
    { pygments_language: "p".repeat(41) },
    failure("pygments_language is too long (limit: 40 characters)"),
  ],
  [
    "a language with invalid characters",
    { pygments_language: "a$b" },
    failure("Invalid characters in pygments language"),
  ],
  [
    "no template",
    { url_template: "" },
    wrong({
      url_template: ["This field cannot be blank."],
      __all__: ['Missing the required variable "code" in the URL template'],
    }),
  ],
  [
    "an invalid template",
    { url_template: "https://e.com/{" },
    wrong({ url_template: ["Invalid URL template."] }),
  ],
  [
    "a template without code",
    { url_template: "https://e.com{?test}" },
    wrong({ __all__: ['Missing the required variable "code" in the URL template'] }),
  ],
  [
    "a template with other variables than code",
    { url_template: "https://e.com{?code,test}" },
    wrong({ __all__: ['"code" should be the only variable present in the URL template'] }),
  ],
])("refuses %s", async (_what, change, refusal) => {
  expect(await add({ ...form, ...change })).toEqual(refusal);
  expect(await registered()).toEqual([]);
});

test("refuses a second playground of a language with the same name", async () => {
  const { id } = await add(form);
  const taken = "Realm playground with this Realm, Pygments language and Name already exists.";
  expect(await add({ ...form, url_template: "https://e.com/{code}" })).toEqual(wrong({ __all__: [taken] }));
  const { id: other } = await add({ ...form, pygments_language: "Ruby" });
  expect(other).toEqual(expect.any(Number));
  await remove(id);
  await remove(other);
});

test("an unknown playground cannot be removed", async () => {
  expect(await remove(999)).toEqual(failure("Invalid playground"));
});

test("members can neither add nor remove playgrounds", async () => {
  const refused = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  expect((await ben.post("/realm/playgrounds", form)).body).toEqual(refused);
  expect((await ben.delete("/realm/playgrounds/1")).body).toEqual(refused);
});
