/** How a user has a topic; `inherit` is as they have its channel. */
export const topicPolicies = ["inherit", "muted", "unmuted", "followed"] as const;
export type TopicPolicy = (typeof topicPolicies)[number];

export interface UserTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly policy: Exclude<TopicPolicy, "inherit">;
  /** Unix seconds. */
  readonly setAt: number;
}
