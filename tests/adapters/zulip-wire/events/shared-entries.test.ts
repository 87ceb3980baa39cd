import { encodeFetchedAsJson } from "../../../../src/adapters/zulip-wire/events/fetched-events";
import type { EventCategory, RealmEvent } from "../../../../src/domain/events/event";
import { apply } from "../../../../src/domain/state/apply";
import { aChannel, aQueue, aRealmState, aUser } from "../../../support/builders/entities";

const ada = aUser({ id: 1 });
const ben = aUser({ id: 2 });
const channel = aChannel({ id: 9, conversationId: 9, name: "general" });

const set: RealmEvent = {
  type: "topic_policy_set",
  userId: ada.id,
  channelId: 9,
  topic: "t",
  policy: "muted",
  setAt: 5,
};
const carried: RealmEvent = {
  type: "topic_policies_carried",
  from: { channelId: 9, topic: "t" },
  to: { channelId: 9, topic: "u" },
  carried: [{ userIds: [ada.id, ben.id], hadPolicy: false, policy: "muted" }],
  setAt: 5,
};
const stepOf = (event: RealmEvent) => {
  const before = aRealmState({ users: [ada, ben], channels: [channel] });
  return { position: 7, before, event, after: apply(before, event) };
};

afterEach(() => jest.restoreAllMocks());

/** Encodes the step for clients of users with so many muted topics each; counts the topics, and the longest run of them in one turn. */
const encodeFor = async (
  step: ReturnType<typeof stepOf>,
  count: number,
  clients: readonly { readonly userId: number; readonly categories: readonly EventCategory[] | null }[],
) => {
  let [encoded, longest, run] = [0, 0, 0];
  jest.spyOn(performance, "now").mockImplementation(() => encoded / 100);
  const topicsOf = (userId: number) =>
    Array.from({ length: count }, (_, index) => ({
      channelId: 9,
      get topic() {
        encoded += 1;
        run += 1;
        longest = Math.max(longest, run);
        return `topic ${index} that user ${userId} has muted ${"x".repeat(30)}`;
      },
      policy: "muted" as const,
      setAt: 3,
    }));
  const topics = new Map(clients.map(({ userId }) => [userId, topicsOf(userId)]));
  let isOver = false;
  const countTurns = () => {
    run = 0;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const answers = await Promise.all(
    clients.map(async ({ userId, categories }, index) => {
      const takesTopics = categories === null || categories.includes("muted_topics");
      const fetched = {
        queue: aQueue({ id: `queue ${index}`, userId, categories }),
        afterId: 0,
        items: [step],
        heartbeatId: undefined,
        flags: new Map(),
        userTopics: takesTopics ? (topics.get(userId) ?? []) : [],
        isOver: false,
      };
      const context = { realm: { id: 1 }, server: { offeredLogins: [] }, now: Date.now };
      const { json } = await encodeFetchedAsJson(fetched, context as never, { linksIn: () => [] });
      return JSON.parse(Buffer.from(json).toString());
    }),
  );
  isOver = true;
  return { answers, encoded, longest };
};

const all = { userId: ada.id, categories: null };
const older = { userId: ada.id, categories: ["muted_topics"] as const };
const newer = { userId: ada.id, categories: ["user_topic"] as const };

test.each([
  ["a new policy for a topic", set],
  ["a topic that moves", carried],
])("of %s, the user's muted topics are encoded once for all clients of the user", async (_, event) => {
  const { answers, encoded } = await encodeFor(stepOf(event), 50, [newer, older, all, older, all]);
  expect(encoded).toBe(50);
  const muted = answers.map((entries) =>
    entries.filter(({ type }: { type: string }) => type === "muted_topics"),
  );
  expect(muted.map(({ length }) => length)).toEqual([0, 1, 1, 1, 1]);
  for (const [one] of muted.slice(1)) {
    expect(one.muted_topics).toHaveLength(50);
    expect(one.muted_topics[0]).toEqual(["general", expect.stringMatching(/^topic 0 that user 1 /), 3]);
  }
});

test("users whose topic moves receive their own muted topics", async () => {
  const clients = [older, { ...older, userId: ben.id }];
  const { answers } = await encodeFor(stepOf(carried), 1, clients);
  expect(answers.map(([one]) => one.muted_topics[0][1].slice(0, 19))).toEqual([
    "topic 0 that user 1",
    "topic 0 that user 2",
  ]);
});

test("a long list of muted topics is encoded in steps, between which others have their turns", async () => {
  const { answers, encoded, longest } = await encodeFor(stepOf(set), 20_000, [older, older]);
  expect(answers.map(([one]) => one.muted_topics.length)).toEqual([20_000, 20_000]);
  expect(encoded).toBe(20_000);
  expect(longest).toBeLessThan(2000);
});
