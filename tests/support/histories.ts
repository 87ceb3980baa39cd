import fc from "fast-check";
import type { RealmEvent } from "../../src/domain/event";
import * as ranges from "../../src/domain/id-ranges";
import type { Conversation } from "../../src/domain/message";
import { participantsKey, sortedUnique } from "../../src/domain/message";
import type { Flag } from "../../src/domain/read-state";
import {
  aChannel,
  aMessage,
  aSubscription,
  aUser,
  channelConversation,
  directConversation,
  flagsChanged,
} from "./builders";

export const userIds = [1, 2, 3] as const;
export const channelIds = [1, 2, 3] as const;
export const topics = ["lunch", "LUNCH", "Été", "éTÉ", ""] as const;
const users = fc.constantFrom(...userIds);
const channels = fc.constantFrom(...channelIds);
const several = <A>(one: fc.Arbitrary<A>) => fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
const mark = fc.constantFrom<Flag>("mentioned", "has_alert_word", "starred");

/** What may happen in a realm, before it is known which ids that takes. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("subscribe" as const), users: several(users), channel: channels }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("unsubscribe" as const),
      users: several(users),
      channels: several(channels),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      sender: users,
      channel: channels,
      topic: fc.constantFrom(...topics),
      typed: fc.boolean(),
      gap: fc.constantFrom(0, 0, 2),
      marked: fc.dictionary(fc.constantFrom("1", "2"), several(mark), { maxKeys: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("write" as const), sender: users, others: several(users) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("flag" as const),
      user: users,
      op: fc.constantFrom("add" as const, "remove" as const),
      flag: fc.constantFrom("read" as const, "read" as const, "starred" as const, "collapsed" as const),
      picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
      onwards: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("defaults" as const), channels: fc.uniqueArray(channels) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type StepOf<Do extends Step["do"]> = Extract<Step, { do: Do }>;

const beginnings: readonly RealmEvent[] = [
  ...userIds.map((id): RealmEvent => ({ type: "user_created", user: aUser({ id }) })),
  ...channelIds.map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
];

/** Turns steps into events that could have happened. */
class Chronicle {
  readonly events: RealmEvent[] = [...beginnings];
  private readonly sent: { readonly id: number; readonly conversation: Conversation }[] = [];
  private readonly conversations = new Map<string, Extract<Conversation, { kind: "direct" }>>();
  private nextMessageId = 1;

  take(one: Step): void {
    switch (one.do) {
      case "subscribe":
        this.events.push({
          type: "subscribed",
          subscriptions: one.users.map((userId) => aSubscription(userId, one.channel)),
          firstMessageId: this.nextMessageId,
        });
        break;
      case "unsubscribe":
        this.events.push({
          type: "unsubscribed",
          userIds: one.users,
          channelIds: one.channels,
          firstMessageId: this.nextMessageId,
        });
        break;
      case "send":
        this.nextMessageId += one.gap;
        this.send(channelConversation(one.channel), one);
        break;
      case "write":
        this.write(one);
        break;
      case "flag":
        this.flag(one);
        break;
      case "defaults":
        this.events.push({ type: "default_channels_set", channelIds: one.channels });
        break;
    }
  }

  private send(
    conversation: Conversation,
    how: Pick<StepOf<"send">, "sender" | "topic" | "typed" | "marked">,
    beginsConversation = false,
  ): void {
    const id = this.nextMessageId;
    this.nextMessageId += 1;
    this.sent.push({ id, conversation });
    const message = aMessage({
      id,
      conversation,
      topic: how.topic,
      senderId: how.sender,
      readBySender: how.typed,
      sentAt: 1_700_000_000 + id,
    });
    this.events.push({ type: "message_sent", message, beginsConversation, marks: how.marked });
  }

  private write({ sender, others }: StepOf<"write">): void {
    const people = sortedUnique([sender, ...others]);
    const known = this.conversations.get(participantsKey(people));
    const conversation = known ?? directConversation(2001 + this.conversations.size, ...people);
    this.conversations.set(participantsKey(people), conversation);
    this.send(conversation, { sender, topic: "", typed: true, marked: {} }, known === undefined);
  }

  private flag({ user, op, flag, picks, onwards }: StepOf<"flag">): void {
    const chosen = [...new Set(picks.map((pick) => this.sent[pick % Math.max(1, this.sent.length)]))].filter(
      (one) => one !== undefined,
    );
    const conversations = new Set(chosen.map(({ conversation }) => conversation.id));
    this.events.push(
      flagsChanged({
        userId: user,
        op,
        flag,
        messageIds: chosen.map(({ id }) => id),
        ranges:
          flag === "read"
            ? [...conversations].map((conversationId) => {
                const ids = chosen
                  .filter((one) => one.conversation.id === conversationId)
                  .map(({ id }) => id);
                return {
                  conversationId,
                  ids: onwards && op === "add" ? ranges.from(Math.min(...ids)) : ranges.ofIds(ids),
                };
              })
            : [],
      }),
    );
  }
}

/** Random steps of a realm with three users and three channels. */
export const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 5, maxLength: 40 });

/** The events that the steps amount to, beginning with the users and channels. */
export const historyOf = (steps: readonly Step[]): readonly RealmEvent[] => {
  const chronicle = new Chronicle();
  for (const one of steps) chronicle.take(one);
  return chronicle.events;
};
