import type { Flag } from "../../../src/domain/messages/read-state";
import {
  type NotifiedConversation,
  type PushSettings,
  type PushTrigger,
  pushTrigger,
  wantsMailOf,
} from "../../../src/domain/notifications/notification-policy";
import { type TopicPolicy, topicPolicies } from "../../../src/domain/topics/topic-policy";
import { defaultUserSettings } from "../../../src/domain/users/user-settings";

type ChannelOfRealm = Extract<NotifiedConversation, { kind: "channel" }>;

const inChannel = (
  topicPolicy: TopicPolicy = "inherit",
  subscription: Partial<ChannelOfRealm["subscription"]> = {},
): ChannelOfRealm => ({
  kind: "channel",
  topicPolicy,
  subscription: {
    isMuted: false,
    pushNotifications: null,
    emailNotifications: null,
    wildcardMentionsNotify: null,
    ...subscription,
  },
});
const muted = { isMuted: true };
const everyone: readonly Flag[] = ["channel_wildcard_mentioned", "wildcard_mentioned"];
const inTopic: readonly Flag[] = ["topic_wildcard_mentioned"];

type Row = [
  name: string,
  settings: Partial<PushSettings>,
  place: NotifiedConversation,
  flags: readonly Flag[],
  trigger: PushTrigger | undefined,
];

const rows: readonly Row[] = [
  ["a direct message", {}, { kind: "direct" }, [], "direct message"],
  ["a direct message that mentions", {}, { kind: "direct" }, ["mentioned"], "direct message"],
  ["a direct message, without push for those", { enableOfflinePushNotifications: false }, { kind: "direct" }, ["mentioned"], undefined],
  ["a channel message", {}, inChannel(), [], undefined],
  ["a channel message, with push for all channels", { enableChannelPushNotifications: true }, inChannel(), [], "channel"],
  ["in a channel with push", {}, inChannel("inherit", { pushNotifications: true }), [], "channel"],
  ["in a channel without push, others have it", { enableChannelPushNotifications: true }, inChannel("inherit", { pushNotifications: false }), [], undefined],
  ["in a muted channel with push", {}, inChannel("inherit", { ...muted, pushNotifications: true }), [], undefined],
  ["in an unmuted topic of a muted channel with push", {}, inChannel("unmuted", { ...muted, pushNotifications: true }), [], "channel"],
  ["in a muted topic of a channel with push", {}, inChannel("muted", { pushNotifications: true }), [], undefined],
  ["in a followed topic", {}, inChannel("followed"), [], "followed topic"],
  ["in a followed topic of a muted channel", {}, inChannel("followed", muted), [], "followed topic"],
  ["in a followed topic, without push for those", { enableFollowedTopicPushNotifications: false }, inChannel("followed"), [], undefined],
  ["in a followed topic of a channel with push, without it for topics", { enableFollowedTopicPushNotifications: false }, inChannel("followed", { pushNotifications: true }), [], "channel"],
  ["a mention", {}, inChannel(), ["mentioned"], "mention"],
  ["a mention in a muted channel and topic", {}, inChannel("muted", muted), ["mentioned"], "mention"],
  ["a mention, without push for those", { enableOfflinePushNotifications: false }, inChannel(), ["mentioned"], undefined],
  ["a mention, without push for those, in a channel with push", { enableOfflinePushNotifications: false }, inChannel("inherit", { pushNotifications: true }), ["mentioned"], "channel"],
  ["a mention beside one of everyone", {}, inChannel(), ["mentioned", ...everyone], "mention"],
  ["a mention of everyone", {}, inChannel(), everyone, "channel wildcard"],
  ["a mention of everyone, without push for mentions", { enableOfflinePushNotifications: false }, inChannel(), everyone, undefined],
  ["a mention of everyone, when those aren't wanted", { wildcardMentionsNotify: false }, inChannel(), everyone, undefined],
  ["a mention of everyone in a channel where those are wanted", { wildcardMentionsNotify: false }, inChannel("inherit", { wildcardMentionsNotify: true }), everyone, "channel wildcard"],
  ["a mention of everyone in a channel where those aren't wanted", {}, inChannel("inherit", { wildcardMentionsNotify: false }), everyone, undefined],
  ["a mention of everyone in a muted channel", {}, inChannel("inherit", muted), everyone, undefined],
  ["a mention of everyone in a muted topic", {}, inChannel("muted"), everyone, undefined],
  ["a mention of everyone in a followed topic", {}, inChannel("followed"), everyone, "channel wildcard in followed topic"],
  ["a mention of everyone in a followed topic of a muted channel", {}, inChannel("followed", muted), everyone, "channel wildcard in followed topic"],
  ["a mention of all who take part in a topic", {}, inChannel(), inTopic, "topic wildcard"],
  ["one in a followed topic", {}, inChannel("followed"), inTopic, "topic wildcard in followed topic"],
  ["one in a followed topic, when those aren't wanted there", { enableFollowedTopicWildcardMentionsNotify: false }, inChannel("followed"), inTopic, "topic wildcard"],
  ["both kinds", {}, inChannel(), [...everyone, ...inTopic], "topic wildcard"],
  ["an alert word, which is no reason", {}, inChannel(), ["has_alert_word", "starred"], undefined],
]; // biome-ignore format: a table reads best with a row a line

test.each(rows)("%s", (_name, settings, place, flags, trigger) => {
  expect(pushTrigger({ ...defaultUserSettings, ...settings }, place, flags)).toBe(trigger);
});

/** The rules again, as a list of conditions. The first that holds wins. */
const byTheBook = (settings: PushSettings, place: ChannelOfRealm, flags: readonly Flag[]) => {
  const { topicPolicy: policy, subscription } = place;
  const letsThrough = (own: boolean | null, all: boolean) => {
    const silenced = policy === "muted" || (subscription.isMuted && policy !== "unmuted");
    return !silenced && (own === null ? all : own);
  };
  const offline = settings.enableOfflinePushNotifications;
  const followedWildcards = policy === "followed" && settings.enableFollowedTopicWildcardMentionsNotify;
  const wildcards = letsThrough(subscription.wildcardMentionsNotify, settings.wildcardMentionsNotify);
  const ofTopic = offline && flags.includes("topic_wildcard_mentioned");
  const ofChannel = offline && flags.includes("channel_wildcard_mentioned");
  const conditions: Readonly<Record<Exclude<PushTrigger, "direct message">, boolean>> = {
    mention: offline && flags.includes("mentioned"),
    "topic wildcard in followed topic": ofTopic && followedWildcards,
    "channel wildcard in followed topic": ofChannel && followedWildcards,
    "topic wildcard": ofTopic && wildcards,
    "channel wildcard": ofChannel && wildcards,
    "followed topic": policy === "followed" && settings.enableFollowedTopicPushNotifications,
    channel: letsThrough(subscription.pushNotifications, settings.enableChannelPushNotifications),
  };
  return Object.entries(conditions).find(([, holds]) => holds)?.[0];
};

const booleans = [false, true];
const wishes = [null, false, true];
const product = <A, B>(all: readonly A[], each: (one: A) => readonly B[]): readonly B[] => all.flatMap(each);

test("all combinations of settings, channel, topic and flags follow the rules", () => {
  const settings = product(booleans, (enableOfflinePushNotifications) =>
    product(booleans, (enableChannelPushNotifications) =>
      product(booleans, (enableFollowedTopicPushNotifications) =>
        product(booleans, (enableFollowedTopicWildcardMentionsNotify) =>
          booleans.map((wildcardMentionsNotify) => ({
            enableOfflinePushNotifications,
            enableChannelPushNotifications,
            enableFollowedTopicPushNotifications,
            enableFollowedTopicWildcardMentionsNotify,
            wildcardMentionsNotify,
          })),
        ),
      ),
    ),
  );
  const places = product(topicPolicies, (policy) =>
    product(booleans, (isMuted) =>
      product(wishes, (pushNotifications) =>
        wishes.map((wildcardMentionsNotify) =>
          inChannel(policy, { isMuted, pushNotifications, wildcardMentionsNotify }),
        ),
      ),
    ),
  );
  const named = ["mentioned", "topic_wildcard_mentioned", "channel_wildcard_mentioned"] as const;
  const flagSets = [0, 1, 2, 3, 4, 5, 6, 7].map((set) => named.filter((_, bit) => (set >> bit) & 1));
  const wrong: unknown[] = [];
  let cells = 0;
  for (const setting of settings)
    for (const place of places)
      for (const flags of flagSets) {
        cells += 1;
        const trigger = pushTrigger(setting, place, flags);
        const expected = byTheBook(setting, place, flags);
        if (trigger !== expected) wrong.push({ setting, place, flags, trigger, expected });
      }
  expect(cells).toBe(32 * 72 * 8);
  expect(wrong).toEqual([]);
});

test("email follows the same rules with separate settings", () => {
  const asMail = ({ subscription, ...place }: ChannelOfRealm): ChannelOfRealm => ({
    ...place,
    subscription: {
      ...subscription,
      pushNotifications: null,
      emailNotifications: subscription.pushNotifications,
    },
  });
  for (const [name, change, place, flags, trigger] of rows) {
    const settings = { ...defaultUserSettings, ...change };
    const mailSettings = {
      ...settings,
      enableOfflineEmailNotifications: settings.enableOfflinePushNotifications,
      enableChannelEmailNotifications: settings.enableChannelPushNotifications,
      enableFollowedTopicEmailNotifications: settings.enableFollowedTopicPushNotifications,
      enableOfflinePushNotifications: false,
    };
    const wanted = wantsMailOf(mailSettings, place.kind === "direct" ? place : asMail(place), flags);
    expect([name, wanted]).toEqual([name, trigger !== undefined]);
  }
});
