import { Refusal } from "../../web/src/api/http";
import { createReads } from "../../web/src/app/reads";

const settled = () => new Promise((resolve) => setTimeout(resolve));
const refused = new Refusal("BAD_REQUEST", "Invalid message(s)", 400, undefined);

/** A server that answers as `answer` does. */
const setUp = (answer: (ids: readonly number[]) => void) => {
  const calls: (readonly number[])[] = [];
  const reads = createReads(async (ids) => {
    calls.push(ids);
    answer(ids);
  });
  return { reads, calls };
};

test("messages that couldn't be marked as read are marked together once there is a connection, and no more", async () => {
  let isOnline = false;
  const { reads, calls } = setUp(() => {
    if (!isOnline) throw new TypeError("offline");
  });
  reads.mark([1, 2]);
  reads.mark([3]);
  await settled();
  reads.resume();
  await settled();
  isOnline = true;
  reads.resume();
  await settled();
  reads.resume();
  await settled();
  expect(calls).toEqual([[1, 2], [3], [1, 2, 3], [1, 2, 3]]);
});

test("a message deleted meanwhile doesn't keep the others unread", async () => {
  let isOnline = false;
  const read = new Set<number>();
  const { reads } = setUp((ids) => {
    if (!isOnline) throw new TypeError("offline");
    if (ids.includes(3)) throw refused;
    for (const id of ids) read.add(id);
  });
  reads.mark([1, 2, 3, 4, 5]);
  await settled();
  isOnline = true;
  reads.resume();
  await settled();
  expect([...read].sort()).toEqual([1, 2, 4, 5]);
});

test("a refusal isn't repeated", async () => {
  const { reads, calls } = setUp(() => {
    throw refused;
  });
  reads.mark([1]);
  await settled();
  reads.resume();
  await settled();
  expect(calls).toEqual([[1]]);
});
