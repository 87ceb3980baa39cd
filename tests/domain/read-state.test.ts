import { flagsFor, isUnread, type ReadState } from "../../src/domain/read-state";
import { aMessage } from "../support/builders";

/** Received from 5 to 20, of which 8 to 10 are read. */
const state: ReadState = { conversationId: 1001, received: [[5, 20]], read: [[8, 10]] };
const from = (senderId: number, id: number, readBySender = true) => aMessage({ id, senderId, readBySender });

test("a message is unread when it was received and not read", () => {
  expect([4, 5, 7, 8, 9, 10, 19, 20].filter((id) => isUnread(state, from(2, id), 1))).toEqual([5, 7, 10, 19]);
});

test("what the user typed is read, what a program sent in their name is not", () => {
  expect(isUnread(state, from(1, 5), 1)).toBe(false);
  expect(isUnread(state, from(1, 5, false), 1)).toBe(true);
});

test("flags tell what is read, besides the marks", () => {
  expect(flagsFor(state, from(2, 5), 1, ["starred"])).toEqual(["starred"]);
  expect(flagsFor(state, from(2, 8), 1, ["starred"])).toEqual(["read", "starred"]);
  expect(flagsFor(state, from(1, 5), 1, [])).toEqual(["read"]);
});

test("what never reached the user is history, and read", () => {
  expect(flagsFor(state, from(2, 4), 1, ["starred"])).toEqual(["read", "starred", "historical"]);
  expect(flagsFor(undefined, from(2, 8), 1, [])).toEqual(["read", "historical"]);
});
