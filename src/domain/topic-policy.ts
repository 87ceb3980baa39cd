import * as t from "io-ts";
import { entity, oneOf } from "./codec";

/** How a user has a topic; `inherit` is as they have its channel. */
export const topicPolicies = ["inherit", "muted", "unmuted", "followed"] as const;
export type TopicPolicy = (typeof topicPolicies)[number];

export const topicPolicyCodec = oneOf(...topicPolicies);

/** What somebody does in a topic: who starts it also sends to it, and who sends to it also takes part. */
export const topicDeeds = ["take part", "send", "start"] as const;
type TopicDeed = (typeof topicDeeds)[number];

/** Whether a setting that names one of the deeds from 1 on, or 4 for none, is about this deed. */
const covers = (setting: number, deed: TopicDeed): boolean => setting <= topicDeeds.indexOf(deed) + 1;

/**
 * The policy that a topic gets for a user by what they do there; undefined where it stays. It only ever makes
 * the topic more visible. One that they have set by hand isn't started again.
 */
export const raisedPolicy = (
  settings: {
    readonly automaticallyFollowTopicsPolicy: number;
    readonly automaticallyUnmuteTopicsInMutedStreamsPolicy: number;
  },
  topic: { readonly policy: TopicPolicy; readonly isChannelMuted: boolean },
  deed: TopicDeed,
): "followed" | "unmuted" | undefined => {
  const counted = deed === "start" && topic.policy !== "inherit" ? "send" : deed;
  if (topic.policy === "followed") return undefined;
  if (covers(settings.automaticallyFollowTopicsPolicy, counted)) return "followed";
  const unmutes =
    topic.isChannelMuted && covers(settings.automaticallyUnmuteTopicsInMutedStreamsPolicy, counted);
  return unmutes && topic.policy !== "unmuted" ? "unmuted" : undefined;
};

/** Whether a topic is out of a user's sight: by itself, or with its channel unless they chose to see it. */
export const isTopicMuted = (policy: TopicPolicy, isChannelMuted: boolean): boolean =>
  policy === "muted" || (isChannelMuted && policy === "inherit");

/** The policy of one topic that was two: the more visible one, save that muting takes both. */
export const mergedPolicy = (a: TopicPolicy, b: TopicPolicy): TopicPolicy => {
  if (a === b) return a;
  return (["followed", "unmuted"] as const).find((policy) => a === policy || b === policy) ?? "inherit";
};

/** How one user has a topic; `setAt` is in Unix seconds. */
export interface UserTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly policy: Exclude<TopicPolicy, "inherit">;
  /** Unix seconds. */
  readonly setAt: number;
}

export const userTopicCodec = entity<UserTopic>({
  channelId: t.number,
  topic: t.string,
  policy: oneOf("muted", "unmuted", "followed"),
  setAt: t.number,
});
