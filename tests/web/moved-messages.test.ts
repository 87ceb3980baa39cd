import { createMessageStore } from "../../web/src/store/messages";
import type { MessageMoved } from "../../web/src/wire/event";
import type { Message } from "../../web/src/wire/wire";

const message = {
  id: 7,
  type: "stream",
  stream_id: 1,
  subject: "plans",
  flags: ["read"],
  reactions: [],
  submessages: [],
} as unknown as Message;

const moved = (change: Partial<MessageMoved>): MessageMoved => ({
  type: "update_message",
  message_id: 7,
  message_ids: [7],
  stream_id: 1,
  orig_subject: "plans",
  rendering_only: false,
  edit_timestamp: 1000,
  flags: [],
  ...change,
});

/** Whether the message counts as moved after all these. */
const isMoved = (...changes: readonly Partial<MessageMoved>[]): boolean => {
  const store = createMessageStore();
  store.put([message]);
  for (const change of changes) store.apply(moved(change));
  return store.get(7)?.last_moved_timestamp !== undefined;
};

test("a message whose topic is resolved or unresolved hasn't been moved", () => {
  expect(isMoved({ subject: "✔ plans" })).toBe(false);
  expect(isMoved({ subject: "✔ plans" }, { subject: "plans" })).toBe(false);
});

test("a message in a renamed topic or in another channel has been moved", () => {
  expect(isMoved({ subject: "plots" })).toBe(true);
  expect(isMoved({ subject: "✔ plots" })).toBe(true);
  expect(isMoved({ new_stream_id: 2 })).toBe(true);
  expect(isMoved({ new_stream_id: 2, subject: "✔ plans" })).toBe(true);
});
