import { re2Patterns } from "../../../src/adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../../../src/adapters/linkifiers/rfc6570-templates";
import { addLinkifier } from "../../../src/application/linkifiers/add-linkifier";
import { listLinkifiers } from "../../../src/application/linkifiers/list-linkifiers";
import { removeLinkifier } from "../../../src/application/linkifiers/remove-linkifier";
import { reorderLinkifiers } from "../../../src/application/linkifiers/reorder-linkifiers";
import { updateLinkifier } from "../../../src/application/linkifiers/update-linkifier";
import type { Linkifier } from "../../../src/domain/linkifiers/linkifier";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm(
    { people: { mo: "moderator", gina: "guest" } },
    { linkifierPatterns: re2Patterns, urlTemplates: rfc6570Templates },
  );
const ticket = (tracker: string, more: Partial<Linkifier> = {}) => ({
  pattern: `${tracker}-(?P<id>[0-9]+)`,
  urlTemplate: `https://${tracker}.example.com/{id}`,
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
  ...more,
});
const unchanged = {
  pattern: undefined,
  urlTemplate: undefined,
  exampleInput: undefined,
  reverseTemplate: undefined,
  alternativeUrlTemplates: undefined,
};

test("a new linkifier comes last, and the event has all of them", async () => {
  const { owner, gina, eventsOf } = await realm();
  await owner.does(addLinkifier, ticket("A"));
  const padded = ticket("B", {
    pattern: " B-(?P<id>[0-9]+) ",
    exampleInput: " ",
    alternativeUrlTemplates: [" "],
  });
  const linkifiers = [
    { id: 1, ...ticket("A") },
    { id: 2, ...ticket("B") },
  ];
  expect(await eventsOf(() => owner.does(addLinkifier, padded))).toEqual([
    { type: "linkifiers_set", linkifiers },
  ]);
  expect(await gina.does(listLinkifiers)).toEqual(linkifiers);
});

test.each<[string, Partial<Linkifier>]>([
  ["pattern is too long (limit: 10000 characters)", { pattern: "x".repeat(10_001) }],
  ["url_template is too long (limit: 10000 characters)", { urlTemplate: `https://${"x".repeat(10_000)}` }],
  ["example_input is too long (limit: 1000 characters)", { exampleInput: "x".repeat(1001) }],
  ["reverse_template is too long (limit: 10000 characters)", { reverseTemplate: "x".repeat(10_001) }],
  [
    "alternative_url_templates is too long (limit: 10000 characters)",
    { alternativeUrlTemplates: ["https://a.example", `https://${"x".repeat(10_000)}`] },
  ],
])("%s", async (message, more) => {
  const { owner } = await realm();
  expect(await owner.isRefused(addLinkifier, ticket("A", more))).toBe(message);
});

test("an update leaves unnamed fields and the linkifier's place; empty texts clear a field", async () => {
  const { owner } = await realm();
  const full = ticket("A", {
    exampleInput: "A-1",
    reverseTemplate: "A-{id}",
    alternativeUrlTemplates: ["https://other.example.com/{id}"],
  });
  for (const one of [full, ticket("B")]) await owner.does(addLinkifier, one);
  await owner.does(updateLinkifier, 1, { ...unchanged, reverseTemplate: "" });
  expect((await owner.does(listLinkifiers))[0]).toEqual({ id: 1, ...full, reverseTemplate: null });
  await owner.does(updateLinkifier, 1, { ...unchanged, exampleInput: "", alternativeUrlTemplates: [] });
  expect(await owner.does(listLinkifiers)).toEqual([
    { id: 1, ...ticket("A") },
    { id: 2, ...ticket("B") },
  ]);
});

const group = (name: string, among: string, absent: string): string =>
  `Group '${name}' in ${among} is not present in ${absent}.`;
const id = { pattern: "#(?P<id>[0-9]+)", urlTemplate: "https://e.com/{id}" };

test.each<[string, Partial<Linkifier>, string]>([
  ["no pattern", { pattern: " ", urlTemplate: "https://e.com" }, "This field cannot be blank."],
  ["no template", { pattern: "a", urlTemplate: "" }, "This field cannot be blank."],
  ["an invalid template", { pattern: "a", urlTemplate: "{id" }, "Invalid URL template."],
  ["a script", { ...id, urlTemplate: "javascript:{id}" }, "Invalid URL template."],
  [
    "a nested repetition",
    { ...id, pattern: "ZUL-(?P<id>\\d????)" },
    "Bad regular expression: bad repetition operator: ????",
  ],
  ["a lookahead", { ...id, pattern: "(?P<id>a)(?=b)" }, "Bad regular expression: invalid perl operator: (?="],
  [
    "variables without a group",
    { ...id, urlTemplate: "https://e.com/{who}/{id}/{and}" },
    group("and", "URL template", "linkifier pattern"),
  ],
  [
    "a group without a variable",
    { ...id, pattern: "(?P<id>[0-9]+)-(?P<who>a)" },
    group("who", "linkifier pattern", "URL template"),
  ],
  [
    "an alternative template with a variable without a group",
    { ...id, alternativeUrlTemplates: ["https://e.com/{who}"] },
    group("who", "alternative URL template", "linkifier pattern"),
  ],
  [
    "a reverse template with an unknown group",
    { ...id, exampleInput: "#12", reverseTemplate: "#{who}" },
    group("who", "auto-conversion field", "linkifier pattern"),
  ],
  [
    "a reverse template without an example",
    { ...id, reverseTemplate: "#{id}" },
    "Example text is required for an auto-conversion field.",
  ],
  [
    "a reverse template that gives another text",
    { ...id, exampleInput: "#12", reverseTemplate: "no {id}" },
    "Example text does not match auto-conversion field.",
  ],
  [
    "an example that doesn't match",
    { ...id, exampleInput: "none" },
    "Example input does not match the linkifier pattern.",
  ],
  ["another's pattern", ticket("B"), "Realm filter with this Realm and Pattern already exists."],
])("refuses %s, when adding and when changing", async (_what, change, message) => {
  const { owner, eventsOf } = await realm();
  for (const one of [ticket("A"), ticket("B")]) await owner.does(addLinkifier, one);
  const wanted = { ...ticket("A"), ...change };
  const events = await eventsOf(async () => {
    expect(await owner.isRefused(addLinkifier, wanted)).toBe(message);
    expect(await owner.isRefused(updateLinkifier, 1, wanted)).toBe(message);
  });
  expect(events).toEqual([]);
});

test("the total size of an organization's patterns is limited", async () => {
  const { owner } = await realm();
  const large = (tracker: string) =>
    ticket(tracker, { pattern: `${tracker}[a-z]{0,1000}\\pL?(?P<id>[0-9]+)` });
  for (const tracker of "ABCD") await owner.does(addLinkifier, large(tracker));
  const tooComplex = "The patterns of all linkifiers together are too complex.";
  expect(await owner.isRefused(addLinkifier, large("J"))).toBe(tooComplex);
  await owner.does(addLinkifier, ticket("J"));
  expect(await owner.isRefused(updateLinkifier, 5, { ...unchanged, pattern: large("J").pattern })).toBe(
    tooComplex,
  );
  await owner.does(removeLinkifier, 1);
  await owner.does(updateLinkifier, 5, { ...unchanged, pattern: large("J").pattern });
});

test("the total length of the texts of an organization's linkifiers is limited", async () => {
  const { owner } = await realm();
  const alternative = `https://e.com/${"x".repeat(9_900)}`;
  const long = (tracker: string) =>
    ticket(tracker, { alternativeUrlTemplates: Array.from({ length: 25 }, () => alternative) });
  await owner.does(addLinkifier, long("A"));
  await owner.does(addLinkifier, long("B"));
  expect(await owner.isRefused(addLinkifier, long("C"))).toBe(
    "All linkifiers together can have at most 500000 characters.",
  );
  await owner.does(addLinkifier, ticket("C"));
});

test("an order must have each id exactly once", async () => {
  const { owner, eventsOf } = await realm();
  for (const one of [ticket("A"), ticket("B")]) await owner.does(addLinkifier, one);
  const reorder = (order: readonly number[]) => eventsOf(() => owner.does(reorderLinkifiers, order));
  expect(await reorder([2, 1])).toMatchObject([{ linkifiers: [{ id: 2 }, { id: 1 }] }]);
  expect(await reorder([2, 1])).toEqual([]);
  expect(await owner.isRefused(reorderLinkifiers, [2, 2])).toBe(
    "The ordered list must not contain duplicated linkifiers",
  );
  for (const order of [[], [2], [2, 1, 9], [2, 9]])
    expect(await owner.isRefused(reorderLinkifiers, order)).toBe(
      "The ordered list must enumerate all existing linkifiers exactly once",
    );
});

test("a removed linkifier is no longer listed, and unknown ones are refused", async () => {
  const { owner } = await realm();
  for (const one of [ticket("A"), ticket("B")]) await owner.does(addLinkifier, one);
  await owner.does(removeLinkifier, 1);
  expect(await owner.does(listLinkifiers)).toMatchObject([{ id: 2 }]);
  expect(await owner.isRefused(removeLinkifier, 1)).toBe("Linkifier not found.");
  expect(await owner.isRefused(updateLinkifier, 1, unchanged)).toBe("Linkifier not found.");
});

test("only administrators change linkifiers", async () => {
  const { mo } = await realm();
  for (const refusal of [
    await mo.isRefused(addLinkifier, ticket("A")),
    await mo.isRefused(updateLinkifier, 1, unchanged),
    await mo.isRefused(reorderLinkifiers, []),
    await mo.isRefused(removeLinkifier, 1),
  ])
    expect(refusal).toBe("Must be an organization administrator");
});
