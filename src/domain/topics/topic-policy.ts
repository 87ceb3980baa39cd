import * as t from "io-ts";
import { entity, oneOf } from "../codec/codec";
import { type ChannelId, channelIdCodec } from "../ids";

/** How visible a topic is to a user. `inherit` follows the channel's setting. */
export const topicPolicies = ["inherit", "muted", "unmuted", "followed"] as const;
export type TopicPolicy = (typeof topicPolicies)[number];

export const topicPolicyCodec = oneOf(...topicPolicies);

/** A user's action in a topic. Starting a topic includes sending to it, and sending includes taking part. */
export const topicActions = ["take part", "send", "start"] as const;
type TopicAction = (typeof topicActions)[number];

/** Whether the setting applies to the action: it names the action, or one that this includes. */
const appliesTo = (setting: TopicAction | "never", action: TopicAction): boolean =>
  setting !== "never" && topicActions.indexOf(setting) <= topicActions.indexOf(action);

/**
 * The policy a topic gets when the user acts in it, or undefined if it stays as it is. An action only ever makes the
 * topic more visible. In a topic with a policy of its own, starting it counts as sending.
 */
export const raisedPolicy = (
  settings: {
    readonly automaticallyFollowTopicsPolicy: TopicAction | "never";
    readonly automaticallyUnmuteTopicsInMutedChannelsPolicy: TopicAction | "never";
  },
  topic: { readonly policy: TopicPolicy; readonly isChannelMuted: boolean },
  done: TopicAction,
): "followed" | "unmuted" | undefined => {
  const action = done === "start" && topic.policy !== "inherit" ? "send" : done;
  if (topic.policy === "followed") return undefined;
  if (appliesTo(settings.automaticallyFollowTopicsPolicy, action)) return "followed";
  const unmutes =
    topic.isChannelMuted && appliesTo(settings.automaticallyUnmuteTopicsInMutedChannelsPolicy, action);
  return unmutes && topic.policy !== "unmuted" ? "unmuted" : undefined;
};

/** Whether a topic is muted for a user, by itself or along with its channel. */
export const isTopicMuted = (policy: TopicPolicy, isChannelMuted: boolean): boolean =>
  policy === "muted" || (isChannelMuted && policy === "inherit");

/** The policy after two topics merge: the more visible of the two. A topic stays muted only if both were. */
export const mergedPolicy = (a: TopicPolicy, b: TopicPolicy): TopicPolicy => {
  if (a === b) return a;
  return (["followed", "unmuted"] as const).find((policy) => a === policy || b === policy) ?? "inherit";
};

/** A user's visibility policy for one topic. */
export interface UserTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
  readonly policy: Exclude<TopicPolicy, "inherit">;
  /** Unix seconds. */
  readonly setAt: number;
}

export const userTopicCodec = entity<UserTopic>({
  channelId: channelIdCodec,
  topic: t.string,
  policy: oneOf("muted", "unmuted", "followed"),
  setAt: t.number,
});
