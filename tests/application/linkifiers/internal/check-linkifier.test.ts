import { addLinkifier } from "../../../../src/application/linkifiers/add-linkifier";
import { removeLinkifier } from "../../../../src/application/linkifiers/remove-linkifier";
import { updateLinkifier } from "../../../../src/application/linkifiers/update-linkifier";
import type { Linkifier } from "../../../../src/domain/linkifiers/linkifier";
import { linkifierRealm, ticket, unchanged } from "../../../support/application/linkifier-realm";

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
  const { owner, eventsOf } = await linkifierRealm();
  for (const one of [ticket("A"), ticket("B")]) await owner.does(addLinkifier, one);
  const wanted = { ...ticket("A"), ...change };
  const events = await eventsOf(async () => {
    expect(await owner.isRefused(addLinkifier, wanted)).toBe(message);
    expect(await owner.isRefused(updateLinkifier, 1, wanted)).toBe(message);
  });
  expect(events).toEqual([]);
});

test("the total size of an organization's patterns is limited", async () => {
  const { owner } = await linkifierRealm();
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
