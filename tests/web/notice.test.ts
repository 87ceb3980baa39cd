import { signal } from "@preact/signals-core";
import type { Message, Subscription, UserTopic } from "../../web/src/api/wire";
import { noticeOf } from "../../web/src/store/notice";
import { keyOf, topicPlace } from "../../web/src/store/place";

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

const told = ({
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
  ["a call of everyone", "shown, heard", { flags: ["stream_wildcard_mentioned"] }],
  [
    "a call of everyone in a muted channel",
    "",
    { flags: ["stream_wildcard_mentioned"], channel: { is_muted: true } },
  ],
  [
    "a call of everyone, for who doesn't want that",
    "",
    { flags: ["stream_wildcard_mentioned"], settings: { wildcard_mentions_notify: false } },
  ],
  ["another message of a channel", "", {}],
  ["one of a channel that notifies", "shown", { channel: { desktop_notifications: true } }],
  ["one of a channel that sounds", "heard", { channel: { audible_notifications: true } }],
  ["one, where all channels notify", "shown", { settings: { enable_stream_desktop_notifications: true } }],
  [
    "one of a channel that doesn't, where all others do",
    "",
    {
      settings: { enable_stream_desktop_notifications: true },
      channel: { desktop_notifications: false },
    },
  ],
  ["one of a followed topic", "shown", { policy: 3 }],
  ["one of a followed topic in a muted channel", "shown", { policy: 3, channel: { is_muted: true } }],
  [
    "one of a muted topic in a channel that notifies",
    "",
    { policy: 1, channel: { desktop_notifications: true } },
  ],
  [
    "one of an unmuted topic in a muted channel that notifies",
    "shown",
    { policy: 2, channel: { is_muted: true, desktop_notifications: true } },
  ],
  ["one's own message", "", { message: { ...direct, sender_id: me } }],
  ["a message by somebody muted", "", { message: direct, mutes: [ana] }],
  ["a message that is read already", "", { message: direct, flags: ["read"] }],
  ["one of a channel that one isn't in", "", { channel: null }],
  [
    "a direct message, for who wants no notifications",
    "heard",
    { message: direct, settings: { enable_desktop_notifications: false } },
  ],
])("%s is told so: %s", (_case, expected, given) => {
  expect(told(given)).toBe(expected);
});
