import type { Names } from "../../web/src/app/location";
import { readSearch, takeTerms, unfinishedWord, writeSearch } from "../../web/src/app/search-words";
import type { Narrow } from "../../web/src/store/narrow";

const people = new Map([
  [1, "Me"],
  [5, "Ana Nygaard"],
]);
const names: Names = {
  ownId: 1,
  channelName: (id) => (id === 9 ? "field notes" : undefined),
  channelId: (name) => (name === "field notes" ? 9 : undefined),
  userName: (id) => people.get(id),
  userId: (name) => [...people].find(([, one]) => one === name)?.[0],
};

test.each<[string, Narrow]>([
  ["tile server", [{ operator: "search", operand: "tile server" }]],
  [
    'channel:"field notes" is:starred',
    [
      { operator: "channel", operand: 9 },
      { operator: "is", operand: "starred" },
    ],
  ],
  [
    'from:"Ana Nygaard" -has:link "an exact phrase"',
    [
      { operator: "sender", operand: 5 },
      { operator: "has", operand: "link", negated: true },
      { operator: "search", operand: '"an exact phrase"' },
    ],
  ],
  ["sender:me", [{ operator: "sender", operand: 1 }]],
  ["mentions:me", [{ operator: "mentions", operand: 1 }]],
  // Keyboards of phones begin with a capital letter.
  ["Sender:me", [{ operator: "sender", operand: 1 }]],
  [
    'Pm-with:"Ana Nygaard" streams:public',
    [
      { operator: "dm", operand: [5] },
      { operator: "channels", operand: "public" },
    ],
  ],
  ["is:private", [{ operator: "is", operand: "dm" }]],
  // Unknown people and unknown operators are searched for as plain text.
  [
    "sender:nobody https://example.com",
    [{ operator: "search", operand: "sender:nobody https://example.com" }],
  ],
  ["   ", []],
])("a search is read as it is meant: %s", (text, narrow) => {
  expect(readSearch(text, names)).toEqual(narrow);
});

test("a narrow is written as search text that parses back to it", () => {
  const text = 'channel:"field notes" sender:"Ana Nygaard" mentions:Me -is:starred lunch';
  expect(writeSearch(readSearch(text, names), names)).toBe(text);
});

test.each<[string, number, string]>([
  ["is:starred", 0, "is:starred"],
  ["is:starred ", 1, ""],
  ['soup channel:"field notes" with', 1, "soup with"],
  ['sender:"Ana Nyg', 0, 'sender:"Ana Nyg'],
  ["sender:nobody soup ", 0, "sender:nobody soup "],
  ['"is:starred " -has:link ', 1, '"is:starred " '],
])("operators that are typed in full become terms: %s", (text, count, rest) => {
  const taken = takeTerms(text, names);
  expect([taken.terms.length, taken.rest]).toEqual([count, rest]);
});

test.each([
  ["", ""],
  ["soup with", "with"],
  ["soup ", ""],
  ['soup sender:"Ana Nyg', 'sender:"Ana Nyg'],
  ['soup "an exact phrase" with', "with"],
  ['soup "an exact phrase"', '"an exact phrase"'],
])("the last word may be unfinished: %s", (text, word) => {
  expect(unfinishedWord(text)).toBe(word);
});
