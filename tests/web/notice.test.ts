import { signal } from "@preact/signals-core";
import { noticeOf } from "../../web/src/store/notice";
import { keyOf, topicPlace } from "../../web/src/store/place";
import type { Message, Subscription, UserTopic } from "../../web/src/wire/wire";

const me = 1;
const ana = 5;
const design = 9;
const defaults = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  wildcard_mentions_notify: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
};

interface Case {
  readonly settings?: object;
  readonly channel?: Partial<Subscription> | null;
  readonly policy?: number;
  readonly mutes?: readonly number[];
  readonly message?: Partial<Message>;
  readonly flags?: readonly string[];
}

const inTopic: Partial<Message> = { type: "stream", stream_id: design, subject: "paper" };
const direct: Partial<Message> = { type: "private", display_recipient: [{ id: me }, { id: ana }] };

const notified = ({
  settings,
  channel = {},
  policy,
  mutes = [],
  message = inTopic,
  flags = [],
}: Case): string => {
  const subscription = {
    stream_id: design,
    is_muted: false,
    desktop_notifications: null,
    audible_notifications: null,
    ...channel,
  } as Subscription;
  const topic = { stream_id: design, topic_name: "paper", visibility_policy: policy ?? 0 } as UserTopic;
  const notice = noticeOf(
    {
      ownId: me,
      settings: signal({ ...defaults, ...settings }),
      channels: signal({
        known: new Map(),
        subscribed: channel === null ? new Map() : new Map([[design, subscription]]),
      }),
      mutedUsers: signal(new Set(mutes)),
      topicPolicies: signal(
        policy === undefined ? new Map() : new Map([[keyOf(topicPlace(design, "paper")), topic]]),
      ),
    },
    { id: 7, sender_id: ana, subject: "", reactions: [], ...message } as unknown as Message,
    flags,
  );
  return [notice.desktop && "shown", notice.sound && "heard"].filter(Boolean).join(", ");
};

test.each<[string, string, Case]>([
  ["a direct message", "shown, heard", { message: direct }],
  ["a mention", "shown, heard", { flags: ["mentioned"] }],
  ["a mention in a muted channel", "shown, heard", { flags: ["mentioned"], channel: { is_muted: true } }],
  [
    "an alert word in a muted channel",
    "shown, heard",
    { flags: ["has_alert_word"], channel: { is_muted: true } },
  ],
  ["an alert word of a muted user", "", { flags: ["has_alert_word"], mutes: [ana] }],
  ["a wildcard mention", "shown, heard", { flags: ["stream_wildcard_mentioned"] }],
  [
    "a wildcard mention in a muted channel",
    "",
    { flags: ["stream_wildcard_mentioned"], channel: { is_muted: true } },
  ],
  [
    "a wildcard mention, with those notifications off",
    "",
    { flags: ["stream_wildcard_mentioned"], settings: { wildcard_mentions_notify: false } },
  ],
  ["a plain channel message", "", {}],
  [
    "a message in a channel with desktop notifications",
    "shown",
    { channel: { desktop_notifications: true } },
  ],
  ["a message in a channel with sounds", "heard", { channel: { audible_notifications: true } }],
  [
    "a channel message, with desktop notifications on for all channels",
    "shown",
    { settings: { enable_stream_desktop_notifications: true } },
  ],
  [
    "a message in a channel with notifications off, with all channels on",
    "",
    {
      settings: { enable_stream_desktop_notifications: true },
      channel: { desktop_notifications: false },
    },
  ],
  ["a message in a followed topic", "shown", { policy: 3 }],
  ["a message in a followed topic of a muted channel", "shown", { policy: 3, channel: { is_muted: true } }],
  [
    "a message in a muted topic of a channel with notifications",
    "",
    { policy: 1, channel: { desktop_notifications: true } },
  ],
  [
    "a message in an unmuted topic of a muted channel with notifications",
    "shown",
    { policy: 2, channel: { is_muted: true, desktop_notifications: true } },
  ],
  ["the user's own message", "", { message: { ...direct, sender_id: me } }],
  ["a message from a muted user", "", { message: direct, mutes: [ana] }],
  ["a message already read", "", { message: direct, flags: ["read"] }],
  ["a message in a channel without a subscription", "", { channel: null }],
  [
    "a direct message, with desktop notifications off",
    "heard",
    { message: direct, settings: { enable_desktop_notifications: false } },
  ],
])("%s notifies with: %s", (_case, expected, given) => {
  expect(notified(given)).toBe(expected);
});
