import { addLinkifier } from "../../../src/application/linkifiers/add-linkifier";
import { listLinkifiers } from "../../../src/application/linkifiers/list-linkifiers";
import type { Linkifier } from "../../../src/domain/linkifiers/linkifier";
import { linkifierRealm, notAdministrator, ticket } from "../../support/application/linkifier-realm";

test("a new linkifier comes last, and the event has all of them", async () => {
  const { owner, gina, eventsOf } = await linkifierRealm();
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
  const { owner } = await linkifierRealm();
  expect(await owner.isRefused(addLinkifier, ticket("A", more))).toBe(message);
});

test("the total length of the texts of an organization's linkifiers is limited", async () => {
  const { owner } = await linkifierRealm();
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

test("only administrators may", async () => {
  const { mo } = await linkifierRealm();
  expect(await mo.isRefused(addLinkifier, ticket("A"))).toBe(notAdministrator);
});
