import * as E from "fp-ts/Either";
import {
  flagCodec,
  flagsFor,
  isUnread,
  type ReadState,
  storedFlags,
} from "../../../src/domain/messages/read-state";
import { aMessage } from "../../support/builders/entities";

/** Messages 5 to 20 were received, and 8 to 10 are read. */
const state: ReadState = { conversationId: 1001, received: [[5, 20]], read: [[8, 10]] };
const from = (senderId: number, id: number, readBySender = true) => aMessage({ id, senderId, readBySender });

test("a message is unread if it was received and not read", () => {
  expect([4, 5, 7, 8, 9, 10, 19, 20].filter((id) => isUnread(state, from(2, id), 1))).toEqual([5, 7, 10, 19]);
});

test("messages the user typed are read; messages a program sent as the user are not", () => {
  expect(isUnread(state, from(1, 5), 1)).toBe(false);
  expect(isUnread(state, from(1, 5, false), 1)).toBe(true);
});

test("flags include read and the user's other flags", () => {
  expect(flagsFor(state, from(2, 5), 1, ["starred"])).toEqual(["starred"]);
  expect(flagsFor(state, from(2, 8), 1, ["starred"])).toEqual(["read", "starred"]);
  expect(flagsFor(state, from(1, 5), 1, [])).toEqual(["read"]);
});

test("messages that never reached the user are historical and read", () => {
  expect(flagsFor(state, from(2, 4), 1, ["starred"])).toEqual(["read", "starred", "historical"]);
  expect(flagsFor(undefined, from(2, 8), 1, [])).toEqual(["read", "historical"]);
});

test("a mention of the whole channel is stored under the name that older versions read", () => {
  expect(storedFlags(["mentioned", "channel_wildcard_mentioned"])).toEqual([
    "mentioned",
    "stream_wildcard_mentioned",
  ]);
  expect(flagCodec.decode("stream_wildcard_mentioned")).toEqual(E.right("channel_wildcard_mentioned"));
});
