import fc from "../random/fast-check";
import type { NaivePrivacy } from "./known-chat";

/** People by their place in the realm: the owner, two members, two guests, an outsider, and a bot. */
export const personCount = 7;
/** The owner does what needs rights, and is always in every channel. */
export const ownerIndex = 0;
export const guestIndices: readonly number[] = [3, 4];

export const firstPrivacies: readonly NaivePrivacy[] = ["open", "protected history", "protected history"];

/** The owner half of the time: others are often refused, which shows nothing. */
const person = fc.oneof(fc.constant(ownerIndex), fc.nat(personCount - 1));
const other = fc.integer({ min: 1, max: personCount - 1 });
const place = fc.nat(firstPrivacies.length - 1);
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
  action(5, "subscribe", { whom: other, place }),
  action(5, "unsubscribe", { whom: other, place }),
  action(1, "join", { who: other, place }),
  action(2, "privacy", {
    place,
    privacy: fc.constantFrom<NaivePrivacy>("open", "open to the web", "shared history", "protected history"),
  }),
  action(1, "let in", { place, people: fc.subarray([1, 2, 5]) }),
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
