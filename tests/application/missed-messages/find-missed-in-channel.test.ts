import {
  findMissedInChannel,
  missedInChannelJobs,
} from "../../../src/application/missed-messages/find-missed-in-channel";
import type { MessageReader } from "../../../src/application/ports/messages/message-reader";
import { setTopicPolicy } from "../../../src/application/topics/set-topic-policy";
import type { SubscriptionChange } from "../../../src/domain/channels/subscription";
import type { Message } from "../../../src/domain/messages/message";
import { RealmState } from "../../../src/domain/state/realm-state";
import { aMoment, shouldNotBeCalled } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { aMessageSent, channelConversation, directConversation } from "../../support/builders/entities";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ann: "member", ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ann", "ben", "cleo"] }, alone: { of: ["ann"] } },
  });
  const { services, realmId, lunch, ann, ben, state, append } = founded;
  return {
    ...founded,
    /** Changes Ben's subscription. */
    benWants: (change: SubscriptionChange) =>
      append({ type: "subscriptions_changed", userId: ben.id, changes: [{ channelId: lunch, change }] }),
    jobsAfter: async (message: Partial<Message>) => {
      const event = aMessageSent({ id: 9, senderId: ann.id, ...message });
      if (event.type !== "message_sent") throw new Error(event.type);
      return missedInChannelJobs(event, await state(), aMoment);
    },
    /** What the job's run from a message on enqueues. */
    run: async (from: number, channelId = lunch) => {
      const job = { realmId, payload: { channelId, from }, jobId: 1, isLastTry: false };
      const outcome = await findMissedInChannel(services).run(job);
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      return outcome.next.map(({ kind, payload }) => ({ kind, payload }));
    },
  };
};
const mailTo = ({ id: userId }: { readonly id: number }, messageId: number) => ({
  kind: "mail_missed_messages",
  payload: { userId, messageId },
});

test("messages of a channel gather for fifteen seconds under one job", async () => {
  const { jobsAfter, lunch } = await realm();
  expect(await jobsAfter({ conversation: channelConversation(lunch) })).toEqual([
    {
      kind: "find_missed_in_channel",
      key: `${lunch}`,
      payload: { channelId: lunch, from: 9 },
      dueAt: aMoment + 15_000,
    },
  ]);
});

test("no job follows a direct message, a notice, or a message that only its sender gets", async () => {
  const { jobsAfter, lunch, alone, ann, ben, state } = await realm();
  const bot = [...(await state()).users.values()].find(({ isSystemBot }) => isSystemBot);
  for (const message of [
    { conversation: directConversation(2001, ann.id, ben.id) },
    { conversation: channelConversation(lunch), senderId: bot?.id ?? 0 },
    { conversation: channelConversation(alone) },
  ])
    expect(await jobsAfter(message)).toEqual([]);
});

test("each user who wants mail about the channel gets a job for the first message that they may miss", async () => {
  const { ann, ben, lunch, benWants, run } = await realm();
  await benWants({ emailNotifications: true });
  const [own, first] = [await ben.says(lunch), await ann.says(lunch)];
  await ann.says(lunch, "other topic");
  expect(await run(own)).toEqual([mailTo(ben, first)]);
});

test("a followed topic is mailed although its channel isn't, and a muted one isn't although it is", async () => {
  const { ann, ben, cleo, lunch, benWants, run } = await realm();
  await benWants({ emailNotifications: true });
  await ben.does(setTopicPolicy, lunch, "noise", "muted");
  await cleo.does(setTopicPolicy, lunch, "news", "followed");
  const noise = await ann.says(lunch, "NOISE");
  const news = await ann.says(lunch, "NEWS");
  await ann.says(lunch, "NEWS");
  expect(await run(noise)).toEqual([mailTo(ben, news), mailTo(cleo, news)]);
});

test("subscribers are judged once, however many topics there are", async () => {
  const { ann, ben, lunch, benWants, run } = await realm();
  await benWants({ emailNotifications: true });
  const first = await ann.says(lunch, "topic 0");
  for (let topic = 1; topic < 20; topic += 1) await ann.says(lunch, `topic ${topic}`);
  const judged = jest.spyOn(RealmState.prototype, "subscription");
  expect(await run(first)).toEqual([mailTo(ben, first)]);
  // The author has a policy for each topic, and is judged for each.
  expect(judged.mock.calls.filter(([userId]) => userId !== ann.id)).toHaveLength(2);
  judged.mockRestore();
});

test("a run reads no contents, however long they are", async () => {
  const { ann, ben, lunch, benWants, services, realmId } = await realm();
  await benWants({ emailNotifications: true });
  const first = await ann.says(lunch);
  const { around, byIds } = shouldNotBeCalled<MessageReader>("messages");
  const messages = { ...services.messages, around, byIds };
  const job = { realmId, payload: { channelId: lunch, from: first }, jobId: 1, isLastTry: false };
  expect(await findMissedInChannel({ ...services, messages }).run(job)).toMatchObject({
    next: [mailTo(ben, first)],
  });
});

test("a run searches 250 messages, and leaves the others to the next", async () => {
  const { ann, lunch, run } = await realm();
  const first = await ann.says(lunch);
  let last = first;
  for (let count = 0; count < 250; count += 1) last = await ann.says(lunch);
  const rest = { kind: "find_missed_in_channel", payload: { channelId: lunch, from: last + 1 } };
  expect(await run(first)).toEqual([rest]);
  expect(await run(first + 1)).toEqual([]);
});

test("a deleted channel needs no search", async () => {
  const { run } = await realm();
  expect(await run(1, 999)).toEqual([]);
});
