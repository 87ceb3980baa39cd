import * as E from "fp-ts/Either";
import type { Caller } from "../../../src/application/caller";
import { subscribe } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { deleteMessage } from "../../../src/application/messages/delete-message";
import { fetchMessages } from "../../../src/application/messages/fetch-messages";
import { markAllAsRead } from "../../../src/application/messages/mark-all-as-read";
import { markChannelAsRead } from "../../../src/application/messages/mark-channel-as-read";
import { sendMessage } from "../../../src/application/messages/send-message";
import type { NarrowInput } from "../../../src/application/messages/shared/resolve-narrow";
import { updateMessage } from "../../../src/application/messages/update-message";
import { updateRealm } from "../../../src/application/realm/update-realm";
import { listTopics } from "../../../src/application/topics/list-topics";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import fc from "../../support/random/fast-check";
import { idsOf, unreadOf } from "../../support/storage/user-snapshots";
import { NaiveChat, type NaiveMessage } from "../../support/visibility/reference-chat";

const channels = {
  open: { isOpen: true, showsHistory: true },
  shared: { isOpen: false, showsHistory: true },
  protected: { isOpen: false, showsHistory: false },
};
const names = ["open", "shared", "protected"] as const;
const topics = ["lunch", "plans"] as const;
const words = ["tea", "milk", "rice"] as const;

const person = fc.nat(2);
const place = fc.nat(2);
const topic = fc.constantFrom(...topics);
const pick = fc.nat(60);
const word = fc.constantFrom(...words);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      who: person,
      place,
      topic,
      word,
      isRead: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      who: person,
      to: fc.subarray([0, 1, 2], { minLength: 1 }),
      word,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("subscribe" as const), who: person, place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("unsubscribe" as const), who: person, place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("mark" as const),
      who: person,
      picks: fc.array(pick, { maxLength: 4 }),
      op: fc.constantFrom("add" as const, "remove" as const),
      flag: fc.constantFrom("read", "starred"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("read all" as const), who: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("read topic" as const), who: person, place, topic }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      pick,
      place,
      topic,
      mode: fc.constantFrom("change_one" as const, "change_later" as const, "change_all" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("edit" as const), pick, word }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The application and the model, which go through the same steps. The owner is in all channels, moves and deletes. */
class TwoChats {
  readonly naive = new NaiveChat(channels);
  private readonly sent: number[] = [];

  private constructor(
    readonly world: MemoryApplication,
    readonly people: readonly Caller[],
    private readonly channelIds: Readonly<Record<string, number>>,
  ) {}

  static async open(): Promise<TwoChats> {
    const world = await memoryApplication();
    const { services, owner } = world;
    successOf(
      await updateRealm(services)(owner, {
        name: undefined,
        description: undefined,
        loginMethods: undefined,
        permissions: {},
        settings: { sendChannelEventsMessages: false, messageContentEditLimitSeconds: null },
      })(),
    );
    for (const name of names) {
      const { isOpen, showsHistory } = channels[name];
      const draft = {
        ...defaultChannelDraft,
        privacy: isOpen ? ("public" as const) : ("private" as const),
        historyPublicToSubscribers: showsHistory,
      };
      successOf(await subscribe(services)(owner, joining(name, { draft }))());
    }
    const people = [owner, await world.newMember("Ben"), await world.newMember("Cleo")];
    const { channels: made } = await services.directory.stateOf(world.realmId);
    const ids = Object.fromEntries([...made.values()].map(({ name, id }) => [name, id]));
    const chats = new TwoChats(world, people, ids);
    for (const name of names) chats.naive.subscribe(owner.userId, name);
    return chats;
  }

  async take(step: Step): Promise<void> {
    const { services, owner } = this.world;
    const who = "who" in step ? (this.people[step.who] ?? owner) : owner;
    const name = "place" in step ? (names[step.place] ?? "open") : "open";
    switch (step.do) {
      case "send": {
        const to = { kind: "channel", channel: name, topic: step.topic } as const;
        const wanted = { to, content: step.word, readBySender: step.isRead };
        const made = await sendMessage(services)(who, wanted)();
        if (!E.isRight(made)) return;
        const { id } = made.right;
        this.sent.push(id);
        const message = { id, senderId: who.userId, content: step.word };
        this.naive.send({ ...message, place: { channel: name, topic: step.topic } }, step.isRead);
        return;
      }
      case "write": {
        const recipients = step.to.flatMap((index) => this.people[index]?.userId ?? []);
        const wanted = {
          to: { kind: "direct", recipients } as const,
          content: step.word,
          readBySender: true,
        };
        const { id } = successOf(await sendMessage(services)(who, wanted)());
        this.sent.push(id);
        const people = [...new Set([who.userId, ...recipients])].sort((a, b) => a - b);
        this.naive.send({ id, senderId: who.userId, content: step.word, place: { people } }, true);
        return;
      }
      case "subscribe":
        successOf(await subscribe(services)(owner, joining(name, { principals: [who.userId] }))());
        this.naive.subscribe(who.userId, name);
        return;
      case "unsubscribe":
        if (who.userId === owner.userId) return;
        successOf(await unsubscribe(services)(owner, { channelNames: [name], principals: [who.userId] })());
        this.naive.unsubscribe(who.userId, name);
        return;
      case "mark": {
        const messageIds = step.picks.flatMap((pick) => this.picked(pick) ?? []);
        const { op, flag } = step;
        const outcome = await changeFlags(services)(who, { messageIds, op, flag })();
        expect(E.isRight(outcome)).toBe(messageIds.every((id) => this.naive.canRead(who.userId, id)));
        if (!E.isRight(outcome)) return;
        if (flag === "read") this.naive.markRead(who.userId, messageIds, op === "add");
        else this.naive.star(who.userId, messageIds, op === "add");
        return;
      }
      case "read all":
        successOf(await markAllAsRead(services)(who)());
        this.naive.markRead(who.userId, [...this.naive.messages.keys()], true);
        return;
      case "read topic": {
        const marked = await markChannelAsRead(services)(who, this.channelIds[name] ?? 0, step.topic)();
        expect(E.isRight(marked)).toBe(this.naive.canReadChannel(who.userId, name));
        if (E.isRight(marked)) this.naive.markRead(who.userId, this.inTopic(name, step.topic), true);
        return;
      }
      case "move": {
        const id = this.picked(step.pick);
        const message = id === undefined ? undefined : this.naive.messages.get(id);
        if (message === undefined || "people" in message.place) return;
        const { channel, topic } = message.place;
        const all = this.inTopic(channel, topic);
        const outcome = await updateMessage(services)(owner, {
          messageId: message.id,
          content: undefined,
          isExpected: undefined,
          mode: step.mode,
          topic: step.topic,
          channelId: this.channelIds[name],
          notifyOldTopic: false,
          notifyNewTopic: false,
        })();
        expect(E.isRight(outcome)).toBe(true);
        const moved = {
          change_one: [message.id],
          change_later: all.filter((one) => one >= message.id),
          change_all: all,
        }[step.mode];
        this.naive.move(moved, name, step.topic);
        return;
      }
      case "edit": {
        const message = this.naive.messages.get(this.picked(step.pick) ?? 0);
        const author = this.people.find(({ userId }) => userId === message?.senderId);
        if (message === undefined || author === undefined || !this.naive.canRead(author.userId, message.id))
          return;
        successOf(
          await updateMessage(services)(author, {
            messageId: message.id,
            content: step.word,
            isExpected: undefined,
            mode: "change_one",
            topic: undefined,
            channelId: undefined,
            notifyOldTopic: false,
            notifyNewTopic: false,
          })(),
        );
        this.naive.edit(message.id, step.word);
        return;
      }
      case "delete": {
        const id = this.picked(step.pick);
        if (id === undefined || !this.naive.canRead(owner.userId, id)) return;
        successOf(await deleteMessage(services)(owner, id)());
        this.naive.delete(id);
      }
    }
  }

  private picked(pick: number): number | undefined {
    const there = this.sent.filter((id) => this.naive.messages.has(id));
    return there[pick % Math.max(there.length, 1)];
  }

  private inTopic(channel: string, topic: string): readonly number[] {
    return [...this.naive.messages.values()].flatMap(({ id, place }) =>
      "channel" in place && place.channel === channel && place.topic === topic ? [id] : [],
    );
  }

  /** The messages of a narrow with their flags. */
  async page(who: Caller, narrow: readonly Omit<NarrowInput, "negated">[]): Promise<readonly object[]> {
    const { messages } = successOf(
      await fetchMessages(this.world.services)(who, {
        anchor: "newest",
        includeAnchor: true,
        before: 500,
        after: 0,
        narrow: narrow.map((term) => ({ ...term, negated: false })),
      })(),
    );
    return messages.map(({ message, flags }) => ({ id: message.id, flags }));
  }

  private expected({ userId }: Caller, messages: readonly NaiveMessage[]): readonly object[] {
    return messages.map(({ id }) => ({ id, flags: this.naive.flags(userId, id) }));
  }

  async compare(who: Caller): Promise<void> {
    const { naive, world } = this;
    const { userId, realmId } = who;
    const received = naive.received(userId);
    expect(await this.page(who, [])).toEqual(this.expected(who, received));
    const unread = await unreadOf(world.persistence, realmId, userId, 500);
    expect(idsOf(unread)).toEqual(naive.unread(userId));
    const starred = new Set(naive.starred(userId));
    expect(await this.page(who, [{ operator: "is", operand: "starred" }])).toEqual(
      this.expected(
        who,
        naive.readable(userId).filter(({ id }) => starred.has(id)),
      ),
    );
    for (const one of words)
      expect(await this.page(who, [{ operator: "search", operand: one }])).toEqual(
        this.expected(
          who,
          received.filter(({ content }) => content === one),
        ),
      );
    for (const name of names) await this.compareChannel(who, name);
  }

  private async compareChannel(who: Caller, name: string): Promise<void> {
    const { naive, world } = this;
    const there = naive
      .readable(who.userId)
      .filter(({ place }) => "channel" in place && place.channel === name);
    const listed = await listTopics(world.services)(who, this.channelIds[name] ?? 0)();
    expect(E.isRight(listed)).toBe(naive.canReadChannel(who.userId, name));
    if (!E.isRight(listed)) return;
    const newest = new Map(there.map(({ id, place }) => ["topic" in place ? place.topic : "", id]));
    expect(new Map(listed.right.map((one) => [one.name, one.newestMessageId]))).toEqual(newest);
    expect(await this.page(who, [{ operator: "channel", operand: name }])).toEqual(this.expected(who, there));
    for (const topic of topics)
      expect(
        await this.page(who, [
          { operator: "channel", operand: name },
          { operator: "topic", operand: topic },
        ]),
      ).toEqual(
        this.expected(
          who,
          there.filter(({ place }) => "topic" in place && place.topic === topic),
        ),
      );
  }
}

test("ranges give the same answers as one row per user and message", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const chats = await TwoChats.open();
      for (const one of steps) await chats.take(one);
      for (const who of chats.people) await chats.compare(who);
    }),
    { numRuns: 150, interruptAfterTimeLimit: 80_000, markInterruptAsFailure: true },
  );
});
