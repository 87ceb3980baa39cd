import fc from "../random/fast-check";
import type { NaivePrivacy } from "./known-chat";

/** People by their place in the realm: the owner, two members, two guests, an outsider, a bot, and an administrator. */
export const personCount = 8;
/** The owner does what needs rights, and is always in every channel. */
export const ownerIndex = 0;
export const guestIndices: readonly number[] = [3, 4];
export const botIndex = 6;
/** Knows of every channel, and can read only those that they are in. */
export const administratorIndex = 7;

export const firstPrivacies: readonly NaivePrivacy[] = ["open", "protected history", "protected history"];

/** The owner half of the time: others are often refused, which tests nothing. */
const person = fc.oneof(fc.constant(ownerIndex), fc.nat(personCount - 1));
const other = fc.integer({ min: 1, max: personCount - 1 });
/** Who decides about a channel. */
const by = fc.constantFrom<number>(ownerIndex, ownerIndex, administratorIndex);
const place = fc.nat(firstPrivacies.length - 1);
const places = fc.subarray([...firstPrivacies.keys()], { minLength: 1 }) as fc.Arbitrary<readonly number[]>;
const pick = fc.nat(60);
const topic = fc.constantFrom("lunch", "plans");

const action = <const Do extends string, More extends object>(
  weight: number,
  what: Do,
  more: { [Key in keyof More]: fc.Arbitrary<More[Key]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(what), ...more }) as unknown as fc.Arbitrary<
    { readonly do: Do } & More
  >,
});

/** An action that changes who knows what. */
export const someSightAction = fc.oneof(
  action(8, "send", { who: person, place, topic }),
  action(2, "write", { who: person, to: fc.subarray([1, 2, 3, 4, 5], { minLength: 1, maxLength: 2 }) }),
  action(3, "edit", { pick }),
  action(4, "move", {
    pick,
    place,
    topic,
    edits: fc.boolean(),
    mode: fc.constantFrom("change_one", "change_later", "change_all"),
  }),
  action(2, "delete", { pick }),
  action(3, "react", { who: person, pick, removes: fc.boolean() }),
  action(3, "star all", { who: fc.nat(personCount - 1) }),
  action(5, "subscribe", { by, whom: other, places }),
  action(5, "unsubscribe", { whom: other, places }),
  action(1, "join", { who: other, place }),
  action(2, "privacy", {
    by,
    place,
    privacy: fc.constantFrom<NaivePrivacy>("open", "open to the web", "shared history", "protected history"),
  }),
  action(2, "history", { by, place, isShown: fc.boolean() }),
  action(1, "let in", { by, place, people: fc.subarray([1, 2, 5]) as fc.Arbitrary<readonly number[]> }),
  action(4, "name", {
    place: fc.option(place),
    people: fc.subarray([...Array(personCount).keys()]),
    isGroup: fc.boolean(),
  }),
  action(1, "rename channel", { place }),
  action(1, "rename person", { whom: person }),
  action(1, "role", { whom: fc.constantFrom(...guestIndices), isGuest: fc.boolean() }),
);
export type SightAction = typeof someSightAction extends fc.Arbitrary<infer One> ? One : never;

const everywhere: readonly number[] = [...firstPrivacies.keys()];
const [newcomer, leaver, outsider] = [1, 2, 5];

/** Every channel is closed, has a newcomer, and a message from before that a former reader has starred. */
const closing: readonly SightAction[] = [
  { do: "subscribe", by: ownerIndex, whom: leaver, places: everywhere },
  { do: "unsubscribe", whom: newcomer, places: everywhere },
  { do: "unsubscribe", whom: administratorIndex, places: everywhere },
  ...everywhere.flatMap((place): readonly SightAction[] => [
    { do: "privacy", by: ownerIndex, place, privacy: "protected history" },
    { do: "let in", by: ownerIndex, place, people: [] },
    { do: "send", who: ownerIndex, place, topic: "lunch" },
  ]),
  { do: "star all", who: leaver },
  { do: "unsubscribe", whom: leaver, places: everywhere },
  { do: "subscribe", by: ownerIndex, whom: newcomer, places: everywhere },
];

/** All that an administrator outside can try to let others read more of a channel. */
const opening: readonly SightAction[] = everywhere.flatMap((place): readonly SightAction[] => {
  const by = administratorIndex;
  return [
    { do: "history", by, place, isShown: true },
    { do: "let in", by, place, people: [outsider, administratorIndex] },
    { do: "subscribe", by, whom: outsider, places: [place] },
    { do: "join", who: administratorIndex, place },
    { do: "privacy", by, place, privacy: "shared history" },
    { do: "privacy", by, place, privacy: "open" },
    { do: "privacy", by, place, privacy: "open to the web" },
  ];
});

/** How each history ends, so that it has what random actions seldom lead to. */
export const lastActions: readonly SightAction[] = [...closing, ...opening];
