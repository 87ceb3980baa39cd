import { readLocation } from "../../web/src/app/location";
import { hashOf, type Push, titleOf } from "../../web/worker/push";

const names = {
  ownId: 1,
  channelName: () => "design",
  channelId: () => undefined,
  userName: () => "Ana",
  userId: () => undefined,
};
const inTopic: Push = {
  type: "message",
  realm_name: "Acme",
  message_id: 7,
  sender_full_name: "Ana",
  recipient_type: "channel",
  channel_id: 9,
  channel_name: "design",
  topic: "50% & more",
};
const direct: Push = {
  type: "message",
  realm_name: "Acme",
  message_id: 8,
  sender_full_name: "Ana",
  recipient_type: "direct",
  recipient_user_ids: [1, 5],
};

test("clicking a notification opens the message in its conversation", () => {
  expect(readLocation(hashOf(inTopic), names)).toEqual({
    screen: "narrow",
    near: 7,
    narrow: [
      { operator: "channel", operand: 9 },
      { operator: "topic", operand: "50% & more" },
    ],
  });
  expect(readLocation(hashOf(direct), names)).toEqual({
    screen: "narrow",
    near: 8,
    narrow: [{ operator: "dm", operand: [5] }],
  });
});

test("a notification's title names the sender and the conversation", () => {
  const nameless = { ...inTopic, topic: "" };
  expect([inTopic, nameless, direct, { type: "test", realm_name: "Acme" } as const].map(titleOf)).toEqual([
    "Ana · #design › 50% & more",
    "Ana · #design › general chat",
    "Ana",
    "Acme",
  ]);
});

test("a notification without a message opens the inbox", () => {
  expect(hashOf({ type: "test", realm_name: "Acme" })).toBe("#inbox");
});
