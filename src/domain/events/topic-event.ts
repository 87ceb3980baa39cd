import * as t from "io-ts";
import { entity, listOf, optional } from "../codec/codec";
import { type CompactIds, compactIdsCodec } from "../collections/compact-ids";
import { type ChannelId, channelIdCodec } from "../ids";
import { type TopicPolicy, topicPolicyCodec } from "../topics/topic-policy";
import { eventCodecs, ofFamily } from "./event-family";

/** A topic of a channel. */
export interface TopicPlace {
  readonly channelId: ChannelId;
  readonly topic: string;
}

/** Users whose policies change alike when a topic moves. */
export interface CarriedPolicies {
  readonly userIds: CompactIds;
  /** Whether they had a policy for the old topic, which ends. */
  readonly hadPolicy: boolean;
  /** What they get for the new topic; absent if that stays as it is. */
  readonly policy?: TopicPolicy;
}

/** Something happened to a topic as a whole. */
export type TopicEvent =
  /** The policies of users for a topic follow it to another name or channel: one event, however many have some. */
  {
    readonly type: "topic_policies_carried";
    readonly from: TopicPlace;
    readonly to: TopicPlace;
    readonly carried: readonly CarriedPolicies[];
    /** Unix seconds. */
    readonly setAt: number;
  };

const topicPlaceCodec = entity<TopicPlace>({ channelId: channelIdCodec, topic: t.string });

export const topicEventCodecs = eventCodecs<TopicEvent>({
  topic_policies_carried: {
    from: topicPlaceCodec,
    to: topicPlaceCodec,
    carried: listOf(
      entity<CarriedPolicies>({
        userIds: compactIdsCodec,
        hadPolicy: t.boolean,
        policy: optional(topicPolicyCodec),
      }),
    ),
    setAt: t.number,
  },
});

/** Whether the event is about a topic as a whole. */
export const isAboutTopics = ofFamily<TopicEvent>({ topic_policies_carried: true });
