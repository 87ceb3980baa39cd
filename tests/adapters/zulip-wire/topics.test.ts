import { EncodedList } from "../../../src/adapters/zulip-wire/json";
import { writeTopics } from "../../../src/adapters/zulip-wire/topics";

const many = Array.from({ length: 2500 }, (_, index) => ({
  name: `topic "${index}"`,
  newestMessageId: 9000 - index,
}));

const jsonOf = (pieces: Iterable<Uint8Array>): unknown =>
  JSON.parse(`[${[...pieces].map((piece) => Buffer.from(piece).toString()).join(",")}]`);

test("topics are written in pieces, with the name that the client understands", () => {
  expect(jsonOf(writeTopics(many, true))).toEqual(
    many.map(({ name, newestMessageId }) => ({ name, max_id: newestMessageId })),
  );
  expect([...writeTopics(many, true)]).toHaveLength(3);
  const unnamed = [{ name: "", newestMessageId: 3 }];
  expect(jsonOf(writeTopics(unnamed, true))).toEqual([{ name: "", max_id: 3 }]);
  expect(jsonOf(writeTopics(unnamed, false))).toEqual([{ name: "general chat", max_id: 3 }]);
  expect(jsonOf(writeTopics([], true))).toEqual([]);
});

test("a list is encoded piece by piece as it is sent, and once for all of its readers", () => {
  const stringify = jest.spyOn(JSON, "stringify");
  const [one, other] = [0, 1].map(() => new EncodedList(writeTopics(many, true)).texts()[Symbol.iterator]());
  const calls = () => stringify.mock.calls.length;
  const before = calls();
  const first = one?.next().value;
  const ofPiece = calls() - before;
  expect(ofPiece).toBeLessThanOrEqual(1000);
  expect(other?.next().value).toBe(first);
  expect(calls() - before).toBe(ofPiece);
  stringify.mockRestore();
});
