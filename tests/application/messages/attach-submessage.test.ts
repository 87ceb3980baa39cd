import { attachSubmessage } from "../../../src/application/messages/attach-submessage";
import { fetchMessage } from "../../../src/application/messages/fetch-message";
import { attachedLimits, type Submessage } from "../../../src/domain/messages/submessage";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent } from "../../support/builders/entities";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member", ann: "member" },
    channels: { votes: { of: ["ben", "cleo"] } },
  });
  const { ben, votes } = found;
  return {
    ...found,
    poll: (text = "/poll Lunch?\n- soup\n- rice") => ben.says(votes, "t", text),
    attachedTo: async (id: number) => (await ben.does(fetchMessage, id)).message.submessages,
  };
};
const vote = { type: "vote", key: "canned,0", vote: 1 };
const of = (messageId: number, data: unknown, kind = "widget") => ({
  messageId,
  kind,
  content: typeof data === "string" ? data : JSON.stringify(data),
});

test("a vote is attached to the poll that its message started", async () => {
  const { ben, cleo, poll, attachedTo, eventsOf } = await realm();
  const id = await poll();
  const [begun, ...none] = await attachedTo(id);
  expect(none).toEqual([]);
  expect(begun).toMatchObject({ senderId: ben.id, kind: "widget" });
  const events = await eventsOf(() => cleo.does(attachSubmessage, of(id, vote)));
  const voted = { id: expect.any(Number), senderId: cleo.id, kind: "widget", content: JSON.stringify(vote) };
  expect(events).toMatchObject([{ type: "submessage_added", messageId: id, submessage: voted }]);
  expect(await attachedTo(id)).toEqual([begun, voted]);
});

test("a refused submessage changes nothing", async () => {
  const { ben, cleo, votes, poll, attachedTo } = await realm();
  const [pollId, plainId] = [await poll(), await ben.says(votes)];
  const before = await attachedTo(pollId);
  for (const [given, message] of [
    [of(9999, vote), "Invalid message(s)"],
    [of(pollId, "bogus"), "Invalid json for submessage"],
    [of(pollId, []), "poll data is not a dict"],
    [of(pollId, { ...vote, vote: 5 }), 'Invalid poll data["vote"]'],
    [
      of(pollId, { type: "question", question: "Mine?" }),
      "You can't edit a question unless you are the author.",
    ],
    [of(pollId, vote, "k".repeat(101)), "msg_type is too long (limit: 100 characters)"],
    [of(pollId, JSON.stringify("x".repeat(9999))), "content is too long (limit: 10000 characters)"],
    [of(plainId, {}), "You cannot attach a submessage to this message."],
  ] as const)
    expect(await cleo.isRefused(attachSubmessage, given)).toBe(message);
  expect(await attachedTo(pollId)).toEqual(before);
});

test("only readers of a message attach something to it", async () => {
  const { ben, cleo, ann } = await realm();
  const id = await ben.writes([cleo], "/poll Us?");
  expect(await ann.isRefused(attachSubmessage, of(id, vote))).toBe("Invalid message(s)");
  await cleo.does(attachSubmessage, of(id, vote));
});

test("the sender can change the question, and start a widget of any kind", async () => {
  const { ben, cleo, votes, poll, attachedTo } = await realm();
  await ben.does(attachSubmessage, of(await poll(), { type: "question", question: "New?" }));
  const plain = await ben.says(votes);
  await ben.does(attachSubmessage, of(plain, { any: "thing" }, "ours"));
  await cleo.does(attachSubmessage, of(plain, "5", "ours"));
  expect(await attachedTo(plain)).toMatchObject([
    { kind: "ours", senderId: ben.id, content: '{"any":"thing"}' },
    { kind: "ours", senderId: cleo.id, content: "5" },
  ]);
});

test("voters follow the poll's topic if their settings say so", async () => {
  const { cleo, votes, poll, append, eventsOf } = await realm();
  const change = { automaticallyFollowTopicsPolicy: "take part" } as const;
  await append({ type: "user_settings_changed", userId: cleo.id, change, isOwnChoice: true });
  const id = await poll();
  expect(await eventsOf(() => cleo.does(attachSubmessage, of(id, vote)))).toMatchObject([
    { type: "submessage_added" },
    { type: "topic_policy_set", userId: cleo.id, channelId: votes, policy: "followed" },
  ]);
});

describe("the attachments of a message are limited", () => {
  const full = async (
    { ben, channel, votes, append }: Awaited<ReturnType<typeof realm>>,
    attached: readonly Omit<Submessage, "id">[],
  ): Promise<number> => {
    const { conversationId } = await channel(votes);
    const poll = JSON.stringify({ widget_type: "poll", extra_data: { question: "Full?", options: ["a"] } });
    const submessages = [by(ben.id, poll), ...attached].map((one, index) => ({ ...one, id: 1000 + index }));
    const conversation = { kind: "channel", id: conversationId, channelId: votes } as const;
    await append(aMessageSent({ id: 900, senderId: ben.id, conversation, submessages }));
    return 900;
  };
  const by = (senderId: number, content: string) => ({ senderId, kind: "widget", content });
  const text = JSON.stringify(vote);
  const tooMuchByUser = "You have attached too much to this message.";
  const tooMuch = "Too much is attached to this message.";

  test("of each user by number; others can still attach", async () => {
    const found = await realm();
    const { ben, cleo } = found;
    const id = await full(found, Array(attachedLimits.bySender.count).fill(by(cleo.id, text)));
    expect(await cleo.isRefused(attachSubmessage, of(id, vote))).toBe(tooMuchByUser);
    await ben.does(attachSubmessage, of(id, vote));
  });

  test("of each user by length; others can still attach", async () => {
    const { ben, cleo, poll } = await realm();
    const id = await poll();
    const option = of(id, { type: "new_option", idx: 1, option: "q".repeat(9000) });
    for (let time = 0; time < 11; time += 1) await cleo.does(attachSubmessage, option);
    expect(await cleo.isRefused(attachSubmessage, option)).toBe(tooMuchByUser);
    await ben.does(attachSubmessage, option);
  });

  test("in total by number: ten thousand users can vote", async () => {
    const found = await realm();
    const { cleo } = found;
    const count = attachedLimits.inAll.count - 2;
    const id = await full(
      found,
      Array.from({ length: count }, (_, index) => by(500_000 + index, text)),
    );
    await cleo.does(attachSubmessage, of(id, vote));
    expect(await cleo.isRefused(attachSubmessage, of(id, vote))).toBe(tooMuch);
  });

  test("in total by length", async () => {
    const found = await realm();
    const { cleo } = found;
    const one = "q".repeat(attachedLimits.bySender.length / 10);
    const count = attachedLimits.inAll.length / one.length - 1;
    const id = await full(
      found,
      Array.from({ length: count }, (_, index) => by(500_000 + index, one)),
    );
    await cleo.does(attachSubmessage, of(id, { ...vote, key: "q".repeat(9500) }));
    expect(await cleo.isRefused(attachSubmessage, of(id, { ...vote, key: "q".repeat(900) }))).toBe(tooMuch);
  });
});
