import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { changeFlagsInNarrow } from "../../../src/application/messages/change-flags-in-narrow";
import type { Anchor } from "../../../src/application/messages/shared/message-page";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben", "owner"] }, secret: { privacy: "private", of: ["owner"] } },
  });
  const ids: number[] = [];
  for (const topic of ["a", "b", "a", "b", "a"]) ids.push(await found.owner.says(found.lunch, topic));
  await found.owner.says(found.secret, "a");
  return { ...found, ids };
};
const wanted = (anchor: Anchor, more: object = {}) =>
  ({
    anchor,
    includeAnchor: true,
    before: 0,
    after: 100,
    narrow: [{ operator: "topic", operand: "a", negated: false }],
    op: "add",
    flag: "read",
    ...more,
  }) as const;

test("the messages of a narrow around an anchor change, and the answer says how many", async () => {
  const { ben, ids, eventsOf } = await realm();
  const [first, , third, , last] = ids;
  await ben.does(changeFlags, { messageIds: [third ?? 0], op: "add", flag: "read" });
  const events = await eventsOf(async () =>
    expect(await ben.does(changeFlagsInNarrow, wanted("oldest"))).toEqual({
      processedCount: 3,
      updatedCount: 2,
      firstProcessedId: first,
      lastProcessedId: last,
      foundOldest: true,
      foundNewest: true,
      ignoredChannelIds: [],
    }),
  );
  expect(events).toMatchObject([{ type: "message_flags_changed", op: "add", messageIds: [first, last] }]);
});

test("the next page begins after the last message", async () => {
  const { ben, ids } = await realm();
  const page = (anchor: Anchor, includeAnchor: boolean) =>
    ben.does(changeFlagsInNarrow, wanted(anchor, { after: 2, includeAnchor, flag: "starred" }));
  expect(await page("oldest", false)).toMatchObject({ lastProcessedId: ids[2], foundNewest: false });
  expect(await page(ids[2] ?? 0, false)).toMatchObject({
    processedCount: 1,
    firstProcessedId: ids[4],
    foundNewest: true,
  });
});

test("a narrow without messages changes nothing", async () => {
  const { ben, eventsOf } = await realm();
  const narrow = [{ operator: "topic", operand: "none", negated: false }];
  const events = await eventsOf(async () =>
    expect(await ben.does(changeFlagsInNarrow, wanted("newest", { narrow }))).toMatchObject({
      processedCount: 0,
      updatedCount: 0,
      firstProcessedId: undefined,
      lastProcessedId: undefined,
    }),
  );
  expect(events).toEqual([]);
});

test("messages of a channel that the user left can't become unread", async () => {
  const { ben, lunch } = await realm();
  await ben.does(changeFlagsInNarrow, wanted("oldest"));
  await ben.does(unsubscribe, { channelNames: ["lunch"], principals: undefined });
  expect(await ben.does(changeFlagsInNarrow, wanted("oldest", { op: "remove" }))).toMatchObject({
    processedCount: 3,
    updatedCount: 0,
    ignoredChannelIds: [lunch],
  });
});

test("refuses to exclude an anchor inside the range, flags that users can't set, and unknown operators and channels", async () => {
  const { ben } = await realm();
  for (const [more, message] of [
    [{ before: 1, after: 1, includeAnchor: false }, "The anchor can only be excluded at an end of the range"],
    [{ flag: "shiny" }, "Invalid flag: 'shiny'"],
    [{ flag: "mentioned" }, "Flag not editable: 'mentioned'"],
    [
      { narrow: [{ operator: "shape", operand: "round", negated: false }] },
      "Invalid narrow operator: unknown operator shape",
    ],
    [
      { narrow: [{ operator: "channel", operand: "secret", negated: false }] },
      "Invalid narrow operator: unknown channel",
    ],
  ] as const)
    expect(await ben.isRefused(changeFlagsInNarrow, wanted("newest", more))).toBe(message);
});
