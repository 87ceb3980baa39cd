import * as E from "fp-ts/Either";
import { pushJob, pushPayload } from "../../../../src/application/push/shared/push-payload";
import type { PushTrigger } from "../../../../src/domain/notifications/notification-policy";

const message = { kind: "message", userId: 1, messageId: 2, onlyIfAway: false } as const;

test("jobs have the triggers under the names that older versions read", () => {
  const stored: Readonly<Record<PushTrigger, string>> = {
    "direct message": "direct_message",
    mention: "mentioned",
    "topic wildcard in followed topic": "topic_wildcard_mentioned_in_followed_topic",
    "channel wildcard in followed topic": "stream_wildcard_mentioned_in_followed_topic",
    "topic wildcard": "topic_wildcard_mentioned",
    "channel wildcard": "stream_wildcard_mentioned",
    "followed topic": "followed_topic_push_notify",
    channel: "stream_push_notify",
  };
  for (const [trigger, name] of Object.entries(stored)) {
    const job = { ...message, trigger: trigger as PushTrigger };
    const { payload } = pushJob(job, 0);
    expect(payload).toEqual({ ...job, trigger: name });
    expect(pushPayload.decode(payload)).toEqual(E.right(job));
    expect(pushPayload.decode(job)).toEqual(E.right(job));
  }
  expect(E.isLeft(pushPayload.decode({ ...message, trigger: "stream" }))).toBe(true);
});
