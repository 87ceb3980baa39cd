import { idsWithout, subscribersJson } from "../../../../src/adapters/zulip-wire/events/id-lists";

test("a list leaves out one of its ids, wherever that is", () => {
  for (const length of [1, 2, 99, 100, 101, 1200]) {
    const ids = Array.from({ length }, (_, index) => (index * 37) % 1201);
    for (const one of [ids[0], ids.at(1), ids[length >> 1], ids.at(-1), 5000].map((id) => id ?? 5000))
      expect(idsWithout(ids, one)).toBe(JSON.stringify(ids.filter((id) => id !== one)));
  }
});

test("the subscribers of a channel are the same text until the set is another", () => {
  const many = new Set(Array.from({ length: 200 }, (_, index) => index));
  expect(subscribersJson(many)).toBe(JSON.stringify([...many]));
  expect(subscribersJson(new Set([...many, 500]))).toBe(JSON.stringify([...many, 500]));
  expect(subscribersJson(new Set())).toBe("[]");
});
