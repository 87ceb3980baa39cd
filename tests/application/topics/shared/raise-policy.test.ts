import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { subscribe } from "../../../../src/application/channels/subscribe";
import { addReaction } from "../../../../src/application/messages/add-reaction";
import { deleteMessage } from "../../../../src/application/messages/delete-message";
import { sendMessage } from "../../../../src/application/messages/send-message";
import type { MessageRenderer } from "../../../../src/application/ports/messages/message-renderer";
import { setTopicPolicy } from "../../../../src/application/topics/set-topic-policy";
import type { UserSettings } from "../../../../src/domain/users/user-settings";
import { escapingRenderer } from "../../../support/application/fakes";
import { joining } from "../../../support/application/memory-application";
import { memoryRealm, type Person } from "../../../support/application/memory-realm";

const cleoId = 12;
/** `@cleo` mentions her. */
const renderer: MessageRenderer = {
  ...escapingRenderer,
  render: async (source, ...more) =>
    pipe(
      await escapingRenderer.render(source, ...more),
      E.map((rendered) => ({
        ...rendered,
        mentions: { ...rendered.mentions, userIds: source.includes("@cleo") ? [cleoId] : [] },
      })),
    ),
};

const realm = async () => {
  const founded = await memoryRealm(
    {
      people: { ben: "member", cleo: "member", bot: { botOf: "ben" } },
      channels: {
        lunch: { of: ["ben", "cleo", "bot"] },
        club: { privacy: "private", historyPublicToSubscribers: false, of: ["owner", "ben"] },
      },
    },
    { renderer },
  );
  const { lunch, world, realmId, append } = founded;
  return {
    ...founded,
    wants: ({ id }: Person, change: Partial<UserSettings>) =>
      append({ type: "user_settings_changed", userId: id, change, isOwnChoice: true }),
    policyOf: ({ id }: Person, topic = "food") =>
      world.persistence.userData.topicPolicy(realmId, id, lunch, topic),
    /** Sends, and returns the policy that the answer names. */
    send: async (who: Person, topic = "food", content = "hello") => {
      const to = { kind: "channel", channel: "lunch", topic } as const;
      return (await who.does(sendMessage, { to, content, readBySender: true })).raisedPolicy;
    },
  };
};

test("users follow topics that they start, which is what the answer says, once", async () => {
  const { ben, cleo, send, policyOf } = await realm();
  expect(await send(ben)).toBe("followed");
  expect(await policyOf(ben)).toBe("followed");
  expect(await send(ben)).toBeUndefined();
  expect(await send(cleo)).toBeUndefined();
  expect(await policyOf(cleo)).toBe("inherit");
});

test("a policy that stays is no event", async () => {
  const { ben, send, world, realmId } = await realm();
  await send(ben, "food", "@cleo");
  const before = await world.persistence.eventLog.head(realmId);
  await send(ben, "food", "@cleo");
  const logged = await world.persistence.eventLog.after(realmId, before, 99);
  expect(E.isRight(logged) && logged.right.map(({ event }) => event.type)).toEqual(["message_sent"]);
});

test("users who chose so follow a topic, in any case, from their first message in it", async () => {
  const { ben, cleo, send, wants } = await realm();
  await send(ben);
  await wants(cleo, { automaticallyFollowTopicsPolicy: "send" });
  expect(await send(cleo, "FOOD")).toBe("followed");
  expect(await send(cleo)).toBeUndefined();
});

test("sending to a topic whose messages were all deleted starts it again", async () => {
  const { ben, cleo, lunch, owner, send } = await realm();
  const id = await ben.says(lunch, "food");
  await owner.does(deleteMessage, id);
  expect(await send(cleo)).toBe("followed");
});

test("a message in a topic of a muted channel unmutes the topic", async () => {
  const { ben, cleo, lunch, append, send, policyOf } = await realm();
  await send(ben);
  const changes = [{ channelId: lunch, change: { isMuted: true } }];
  await append({ type: "subscriptions_changed", userId: cleo.id, changes });
  expect(await send(cleo)).toBe("unmuted");
  expect(await policyOf(cleo)).toBe("unmuted");
});

test("a reaction counts as taking part, for users who follow topics that they take part in", async () => {
  const { ben, cleo, lunch, wants, policyOf } = await realm();
  const react = async () => {
    const messageId = await ben.says(lunch, "food");
    await cleo.does(addReaction, { messageId, name: "car", code: undefined, kind: undefined });
  };
  await react();
  expect(await policyOf(cleo)).toBe("inherit");
  await wants(cleo, { automaticallyFollowTopicsPolicy: "take part" });
  await react();
  expect(await policyOf(cleo)).toBe("followed");
});

test("mentioned users follow the topic, unless they turned that off", async () => {
  const { ben, cleo, owner, wants, send, policyOf } = await realm();
  await send(ben, "food", "@cleo");
  expect(await policyOf(cleo)).toBe("followed");
  expect(await policyOf(owner)).toBe("inherit");
  await wants(cleo, { automaticallyFollowTopicsWhereMentioned: false });
  await send(ben, "news", "@cleo");
  expect(await policyOf(cleo, "news")).toBe("inherit");
});

test("a mention doesn't make users follow a topic that they have muted", async () => {
  const { ben, cleo, lunch, send, policyOf } = await realm();
  await cleo.does(setTopicPolicy, lunch, "food", "muted");
  await send(ben, "FOOD", "@cleo");
  expect(await policyOf(cleo)).toBe("muted");
});

test("a topic for which the user has set a policy isn't started", async () => {
  const { cleo, lunch, send, policyOf } = await realm();
  await cleo.does(setTopicPolicy, lunch, "food", "muted");
  expect(await send(cleo)).toBeUndefined();
  expect(await policyOf(cleo)).toBe("muted");
});

test("where the history is protected, a topic starts for those who received none of its messages", async () => {
  const { ben, cleo, owner, club, world, realmId } = await realm();
  const policyOf = (who: Person, topic: string) =>
    world.persistence.userData.topicPolicy(realmId, who.id, club, topic);
  await ben.says(club, "old");
  await owner.does(subscribe, joining("club", { principals: [cleo.id] }));
  await ben.says(club, "new");
  await cleo.says(club, "old");
  await cleo.says(club, "new");
  expect([await policyOf(cleo, "old"), await policyOf(cleo, "new")]).toEqual(["followed", "inherit"]);
});

test("bots follow nothing", async () => {
  const { bot, send, policyOf } = await realm();
  expect(await send(bot)).toBeUndefined();
  expect(await policyOf(bot)).toBe("inherit");
});
