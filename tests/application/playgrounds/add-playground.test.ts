import { rfc6570Templates } from "../../../src/adapters/linkifiers/rfc6570-templates";
import { addPlayground } from "../../../src/application/playgrounds/add-playground";
import { removePlayground } from "../../../src/application/playgrounds/remove-playground";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { mo: "moderator" } }, { urlTemplates: rfc6570Templates });
const wanted = {
  name: "Try it",
  pygmentsLanguage: "Python",
  urlTemplate: "https://py.example.com/?c={code}",
};

test("playgrounds are added at the end and removed, and the event has all of them", async () => {
  const { owner, eventsOf } = await realm();
  const padded = {
    name: " Try it ",
    pygmentsLanguage: " C++ ",
    urlTemplate: " https://b.example.com/{#code} ",
  };
  const one = { id: 1, ...wanted };
  const two = {
    id: 2,
    name: "Try it",
    pygmentsLanguage: "C++",
    urlTemplate: "https://b.example.com/{#code}",
  };
  const events = await eventsOf(async () => {
    expect(await owner.does(addPlayground, wanted)).toBe(1);
    await owner.does(addPlayground, padded);
    await owner.does(removePlayground, 1);
  });
  expect(events).toEqual(
    [[one], [one, two], [two]].map((playgrounds) => ({ type: "playgrounds_set", playgrounds })),
  );
});

const blank = "This field cannot be blank.";
test.each<[string, Partial<typeof wanted>, string]>([
  ["no name", { name: " " }, blank],
  ["a long name", { name: "n".repeat(10_001) }, "name is too long (limit: 10000 characters)"],
  [
    "a long template",
    { urlTemplate: `https://${"x".repeat(10_000)}/{code}` },
    "url_template is too long (limit: 10000 characters)",
  ],
  ["no language", { pygmentsLanguage: "" }, blank],
  [
    "a long language",
    { pygmentsLanguage: "p".repeat(41) },
    "pygments_language is too long (limit: 40 characters)",
  ],
  [
    "a language with invalid characters",
    { pygmentsLanguage: "a$b" },
    "Invalid characters in pygments language",
  ],
  ["no template", { urlTemplate: "" }, blank],
  ["an invalid template", { urlTemplate: "https://e.com/{" }, "Invalid URL template."],
  ["a script", { urlTemplate: "javascript:{code}" }, "Invalid URL template."],
  [
    "a template without code",
    { urlTemplate: "https://e.com{?test}" },
    'Missing the required variable "code" in the URL template',
  ],
  [
    "other variables than code",
    { urlTemplate: "https://e.com{?code,test}" },
    '"code" should be the only variable present in the URL template',
  ],
])("refuses %s", async (_what, change, message) => {
  const { owner, eventsOf } = await realm();
  const events = await eventsOf(async () =>
    expect(await owner.isRefused(addPlayground, { ...wanted, ...change })).toBe(message),
  );
  expect(events).toEqual([]);
});

test("a language has each name once", async () => {
  const { owner } = await realm();
  await owner.does(addPlayground, wanted);
  expect(await owner.isRefused(addPlayground, { ...wanted, urlTemplate: "https://e.com/{code}" })).toBe(
    "Realm playground with this Realm, Pygments language and Name already exists.",
  );
  await owner.does(addPlayground, { ...wanted, pygmentsLanguage: "Ruby" });
});

test("refuses unknown playgrounds, and everyone but administrators", async () => {
  const { owner, mo } = await realm();
  expect(await owner.isRefused(removePlayground, 999)).toBe("Invalid playground");
  for (const refusal of [await mo.isRefused(addPlayground, wanted), await mo.isRefused(removePlayground, 1)])
    expect(refusal).toBe("Must be an organization administrator");
});
