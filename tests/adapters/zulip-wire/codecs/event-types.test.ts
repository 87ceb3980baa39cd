import { categoriesFor, eventTypes } from "../../../../src/adapters/zulip-wire/codecs/event-types";
import { decodeText } from "../../../../src/adapters/zulip-wire/codecs/wire-type";

const decoded = (types: readonly string[]): ReadonlySet<string> => {
  const outcome = decodeText(eventTypes, JSON.stringify(types), "event_types");
  if (outcome._tag === "Left") throw new Error(outcome.left);
  return outcome.right;
};

test("a queue holds each category once, however often the client names it", () => {
  const types = decoded([...Array<string>(500).fill("message"), "typing", "typing", "constructor"]);
  expect(categoriesFor(types, true)).toEqual(["message", "direct_typing", "channel_typing"]);
  expect(categoriesFor(types, false)).toEqual(["message", "direct_typing"]);
});

test("a client that requests user_topic isn't sent muted_topics", () => {
  expect(categoriesFor(decoded(["muted_topics", "user_topic"]), true)).toEqual(["user_topic"]);
  expect(categoriesFor(decoded(["muted_topics"]), true)).toEqual(["muted_topics"]);
});

test("types of the same category count once", () => {
  expect(categoriesFor(decoded(["has_zoom_token", "has_webex_token"]), true)).toEqual(["call_tokens"]);
});

test("without event types, a queue gets all events", () => {
  expect(categoriesFor(undefined, true)).toBeNull();
  expect(categoriesFor(undefined, false)).not.toContain("channel_typing");
});
