import { addReaction } from "../../../src/application/messages/add-reaction";
import { fetchMessage } from "../../../src/application/messages/fetch-message";
import type { Reaction } from "../../../src/domain/messages/reaction";
import { reactionLimits } from "../../../src/domain/messages/reaction";
import { memoryRealm } from "../../support/application/memory-realm";
import { emojiWith } from "../../support/application/outside-fakes";
import { aMessageSent, aRealmEmoji } from "../../support/builders/entities";

const emoji = emojiWith({ car: "1f697", heart: "2764", "+1": "1f44d", thumbs_up: "1f44d" }, { love: "2764" });
const realm = () =>
  memoryRealm(
    {
      people: { ben: "member", cleo: "member" },
      channels: { lunch: { of: ["ben", "cleo"] } },
    },
    { emoji },
  );
const named = (messageId: number, name: string) => ({ messageId, name, code: undefined, kind: undefined });

test("a reaction is added in one event, and once", async () => {
  const { ben, lunch, eventsOf } = await realm();
  const id = await ben.says(lunch);
  const events = await eventsOf(() => ben.does(addReaction, named(id, "car")));
  const car = { name: "car", code: "1f697", kind: "unicode" };
  expect(events).toMatchObject([
    { type: "reaction_changed", op: "add", messageId: id, reaction: { userId: ben.id, emoji: car } },
  ]);
  expect(await ben.isRefused(addReaction, named(id, "car"))).toBe("Reaction already exists.");
});

test("another name for an emoji that is already there gets the name that was there first", async () => {
  const { ben, cleo, lunch } = await realm();
  const id = await ben.says(lunch);
  await ben.does(addReaction, named(id, "+1"));
  await cleo.does(addReaction, { messageId: id, name: "thumbs_up", code: "1f44d", kind: "unicode" });
  const { message } = await ben.does(fetchMessage, id);
  expect(message.reactions.map((one) => one.emoji.name)).toEqual(["+1", "+1"]);
  expect(
    await ben.isRefused(addReaction, { messageId: id, name: "thumbs_up", code: "1f44d", kind: "unicode" }),
  ).toBe("Reaction already exists.");
});

test("an emoji can be one of the server's own, one of the realm's, or one by an older or unknown name", async () => {
  const { ben, lunch, append } = await realm();
  await append({ type: "emoji_added", emoji: aRealmEmoji({ id: 5, name: "parrot" }) });
  const id = await ben.says(lunch);
  await ben.does(addReaction, { ...named(id, "zulip"), kind: "extra" });
  await ben.does(addReaction, named(id, "parrot"));
  await ben.does(addReaction, { messageId: id, name: "love", code: "2764", kind: "unicode" });
  await ben.does(addReaction, { messageId: id, name: "brand_new", code: "1f697", kind: "unicode" });
  const { message } = await ben.does(fetchMessage, id);
  expect(message.reactions.map((one) => one.emoji)).toEqual([
    { name: "zulip", code: "zulip", kind: "extra" },
    { name: "parrot", code: "5", kind: "realm" },
    { name: "love", code: "2764", kind: "unicode" },
    { name: "brand_new", code: "1f697", kind: "unicode" },
  ]);
});

test.each([
  ["an unknown name", { name: "no_such_thing" }, "Emoji 'no_such_thing' does not exist"],
  ["an unknown code", { name: "car", code: "zzz" }, "Invalid emoji code."],
  ["a name that belongs to another code", { name: "car", code: "2764" }, "Invalid emoji name."],
  [
    "a custom emoji that the realm doesn't have",
    { name: "car", code: "1", kind: "realm" },
    "Invalid custom emoji.",
  ],
  ["a custom emoji by another name", { name: "car", code: "5", kind: "realm" }, "Invalid custom emoji name."],
  ["a custom emoji that was removed", { name: "gone", code: "6", kind: "realm" }, expect.anything()],
] as const)("refuses %s", async (_what, given, message) => {
  const { ben, lunch, append } = await realm();
  await append({ type: "emoji_added", emoji: aRealmEmoji({ id: 5, name: "parrot" }) });
  await append({ type: "emoji_added", emoji: aRealmEmoji({ id: 6, name: "gone", isDeactivated: true }) });
  const wanted = { messageId: await ben.says(lunch), code: undefined, kind: undefined, ...given };
  expect(await ben.isRefused(addReaction, wanted)).toEqual(message);
});

test("only readers of a message react to it", async () => {
  const { ben, cleo, owner } = await realm();
  const id = await ben.writes([cleo]);
  expect(await owner.isRefused(addReaction, named(id, "car"))).toBe("Invalid message(s)");
  await cleo.does(addReaction, named(id, "car"));
});

const reactions = (count: number, by: (index: number) => number): readonly Reaction[] =>
  Array.from({ length: count }, (_, index) => ({
    userId: by(index),
    emoji: { name: "some", code: `1${index}`, kind: "unicode" },
  }));
const messageWith = async (
  { channel, lunch, append }: Awaited<ReturnType<typeof realm>>,
  all: readonly Reaction[],
) => {
  const { conversationId: id } = await channel(lunch);
  const conversation = { kind: "channel", id, channelId: lunch } as const;
  await append(aMessageSent({ id: 3000, conversation, reactions: all }));
  return 3000;
};

test("a user has at most fifty reactions to a message, and others can still react", async () => {
  const found = await realm();
  const { ben, cleo } = found;
  const id = await messageWith(
    found,
    reactions(reactionLimits.bySender, () => ben.id),
  );
  expect(await ben.isRefused(addReaction, named(id, "car"))).toBe(
    "You can put at most 50 reactions on a message.",
  );
  await cleo.does(addReaction, named(id, "car"));
});

test("a message has at most ten thousand reactions", async () => {
  const found = await realm();
  const { ben, cleo } = found;
  const id = await messageWith(
    found,
    reactions(reactionLimits.inAll - 1, (index) => 500_000 + index),
  );
  await ben.does(addReaction, named(id, "car"));
  expect(await cleo.isRefused(addReaction, named(id, "car"))).toBe("This message has too many reactions.");
});

test("reacting counts as taking part in a topic", async () => {
  const { ben, cleo, lunch, append, eventsOf } = await realm();
  const id = await ben.says(lunch, "food");
  const react = (name: string) => eventsOf(() => cleo.does(addReaction, named(id, name)));
  expect((await react("car")).map(({ type }) => type)).toEqual(["reaction_changed"]);
  const change = { automaticallyFollowTopicsPolicy: "take part" } as const;
  await append({ type: "user_settings_changed", userId: cleo.id, change, isOwnChoice: true });
  expect(await react("heart")).toMatchObject([
    { type: "reaction_changed" },
    { type: "topic_policy_set", userId: cleo.id, channelId: lunch, topic: "food", policy: "followed" },
  ]);
});
