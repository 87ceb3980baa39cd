import * as t from "io-ts";
import { entity, listOf, oneOf } from "../codec/codec";
import { type Member, tagged } from "../codec/tagged";
import { channelIdCodec, messageIdCodec, type UserId, userIdCodec } from "../ids";
import { contentParts } from "../messages/content-part";
import { flagCodec } from "../messages/read-state";
import type { NarrowTerm } from "./narrow";

type TermOf<Operator extends NarrowTerm["operator"]> = Member<NarrowTerm, "operator", Operator>;

const bare = <Operator extends "is-dm" | "is-resolved" | "has-reaction" | "anything">(operator: Operator) =>
  entity<{ readonly negated: boolean; readonly operator: Operator }>({
    negated: t.boolean,
    operator: oneOf(operator),
  });

const ofUser = <Operator extends "sender" | "unread" | "followed" | "muted">(operator: Operator) =>
  entity<{ readonly negated: boolean; readonly operator: Operator; readonly userId: UserId }>({
    negated: t.boolean,
    operator: oneOf(operator),
    userId: userIdCodec,
  });

const negated = t.boolean;

/** The narrow of an event queue, as it is stored. */
export const narrowCodec = listOf(
  tagged<NarrowTerm, "operator">("operator", {
    channel: entity<TermOf<"channel">>({ negated, operator: oneOf("channel"), channelId: channelIdCodec }),
    channels: entity<TermOf<"channels">>({
      negated,
      operator: oneOf("channels"),
      channelIds: listOf(channelIdCodec),
    }),
    topic: entity<TermOf<"topic">>({ negated, operator: oneOf("topic"), topic: t.string }),
    dm: entity<TermOf<"dm">>({ negated, operator: oneOf("dm"), participants: listOf(userIdCodec) }),
    "dm-including": entity<TermOf<"dm-including">>({
      negated,
      operator: oneOf("dm-including"),
      userIds: listOf(userIdCodec),
      onlyGroups: t.boolean,
    }),
    "is-dm": bare("is-dm"),
    "is-resolved": bare("is-resolved"),
    sender: ofUser("sender"),
    id: entity<TermOf<"id">>({ negated, operator: oneOf("id"), messageId: messageIdCodec }),
    flagged: entity<TermOf<"flagged">>({
      negated,
      operator: oneOf("flagged"),
      userId: userIdCodec,
      flags: listOf(flagCodec),
    }),
    unread: ofUser("unread"),
    followed: ofUser("followed"),
    muted: ofUser("muted"),
    has: entity<TermOf<"has">>({ negated, operator: oneOf("has"), what: oneOf(...contentParts) }),
    "has-reaction": bare("has-reaction"),
    search: entity<TermOf<"search">>({ negated, operator: oneOf("search"), text: t.string }),
    anything: bare("anything"),
  }),
);
