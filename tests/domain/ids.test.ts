import { isRight } from "fp-ts/Either";
import { decodeLoggedEvent } from "../../src/domain/events/event-codec";
import { messageIdCodec, userIdCodec } from "../../src/domain/ids";

test.each([0, 1, 42, Number.MAX_SAFE_INTEGER])("%p is an id", (value) => {
  expect(userIdCodec.decode(value)).toEqual({ _tag: "Right", right: value });
});

test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "1", null, undefined])(
  "%p is no id",
  (value) => {
    expect(messageIdCodec.is(value)).toBe(false);
    expect(isRight(messageIdCodec.decode(value))).toBe(false);
  },
);

test.each([
  { type: "emoji_deactivated", emojiId: 1.5 },
  { type: "default_channels_set", channelIds: [1, Number.NaN] },
  { type: "channel_hidden", channelId: 1, userIds: [2.5] },
])("a logged event with a number that can't be an id is unreadable: %j", (event) => {
  expect(isRight(decodeLoggedEvent(event))).toBe(false);
});
