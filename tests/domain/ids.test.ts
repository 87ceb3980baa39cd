import * as E from "fp-ts/Either";
import { decodeLoggedEvent } from "../../src/domain/events/event-codec";
import { type ChannelId, messageIdCodec, type UserId, userIdCodec } from "../../src/domain/ids";
import { IdMap } from "../../src/domain/state/id-map";
import { IdSet } from "../../src/domain/state/id-set";

test.each([0, 1, 42, Number.MAX_SAFE_INTEGER])("%p is an id", (value) => {
  expect(userIdCodec.decode(value)).toEqual({ _tag: "Right", right: value });
});

test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "1", null, undefined])(
  "%p is no id",
  (value) => {
    expect(messageIdCodec.is(value)).toBe(false);
    expect(E.isRight(messageIdCodec.decode(value))).toBe(false);
  },
);

test.each([
  { type: "emoji_deactivated", emojiId: 1.5 },
  { type: "default_channels_set", channelIds: [1, Number.NaN] },
  { type: "channel_hidden", channelId: 1, userIds: [2.5] },
])("a logged event with a number that can't be an id is unreadable: %j", (event) => {
  expect(E.isRight(decodeLoggedEvent(event))).toBe(false);
});

test("sets and maps by id refuse ids of another kind", () => {
  const [user, channel]: [UserId, ChannelId] = [1, 1];
  const users = IdSet.of([user]);
  const names = IdMap.of<UserId, string>([[user, "Ada"]]);
  // @ts-expect-error: a channel is no user
  expect(users.has(channel)).toBe(true);
  // @ts-expect-error: a channel is no user
  expect(names.get(channel)).toBe("Ada");
});
