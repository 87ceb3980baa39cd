import { summarizeMessages } from "../../../src/application/messages/summarize-messages";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { scriptedSummarizer } from "../../support/application/outside-fakes";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", gil: "guest" },
    channels: {
      lunch: { of: ["ben", "owner"] },
      secret: { privacy: "private", of: ["owner"] },
      open: { of: ["owner", "gil"] },
    },
  });
  const problems: unknown[] = [];
  const { summarizer, model, requests: wanted } = scriptedSummarizer();
  const services = { ...found.services, summarizer, onError: (error: unknown) => problems.push(error) };
  /** The summary, or why there is none. */
  const summarize = async (who: Person, ...operands: readonly [string, string]) => {
    const [channel, topic] = operands;
    const narrow = [
      { operator: "channel", operand: channel, negated: false },
      { operator: "topic", operand: topic, negated: false },
    ];
    const outcome = await summarizeMessages(services)(who, narrow)();
    return outcome._tag === "Left" ? outcome.left.message : outcome.right;
  };
  return { ...found, services, wanted, problems, model, summarize };
};

test("a topic's messages are summarized by the model, as the caller's HTML", async () => {
  const { owner, ben, lunch, wanted, summarize } = await realm();
  await owner.says(lunch, "food", "What about pizza?");
  await ben.says(lunch, "food", "Yes, *please*.");
  await ben.says(lunch, "other", "Not this.");
  expect(await summarize(ben, "lunch", "food")).toBe("<p>Pizza &amp; more</p>");
  expect(wanted).toEqual([
    {
      place: 'the channel "lunch", topic "food"',
      messages: [
        { sender: "Olive", content: "What about pizza?" },
        { sender: "Ben", content: "Yes, *please*." },
      ],
      mostSentences: 3,
    },
  ]);
});

test("only readable messages are summarized", async () => {
  const { owner, ben, secret, wanted, summarize } = await realm();
  await owner.says(secret, "plans", "The plan");
  expect(await summarize(ben, "secret", "plans")).toBe("Invalid narrow operator: unknown channel");
  expect(await summarize(ben, "lunch", "nowhere")).toBe("No messages in conversation to summarize");
  expect(wanted).toEqual([]);
});

test("a summary doesn't name users hidden from the guest", async () => {
  const { ben, owner, gil, open, allow, wanted, summarize } = await realm();
  await ben.says(open, "hidden", "Who am I?");
  await owner.says(open, "hidden", "Me");
  await allow("canAccessAllUsersGroup", systemGroupId("role:members"));
  await summarize(gil, "open", "hidden");
  expect(wanted[0]?.messages).toEqual([
    { sender: "Unknown user", content: "Who am I?" },
    { sender: "Olive", content: "Me" },
  ]);
});

test("a long conversation is cut to its newest hundred messages and a maximum length", async () => {
  const { owner, lunch, wanted, summarize } = await realm();
  for (let index = 0; index < 8; index += 1) await owner.says(lunch, "long", `${index} ${"x".repeat(9990)}`);
  await summarize(owner, "lunch", "long");
  const messages = wanted[0]?.messages ?? [];
  expect(messages.map(({ content }) => content[0]).at(-1)).toBe("7");
  expect(messages.length).toBeLessThan(8);
  expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(60_000);
  for (let index = 0; index < 101; index += 1) await owner.says(lunch, "many", `${index}`);
  await summarize(owner, "lunch", "many");
  expect(wanted[1]?.messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 100 }, (_, index) => `${index + 1}`),
  );
  expect(wanted[1]?.mostSentences).toBe(6);
});

test("summaries need a model, a permission, and a user who shows AI features", async () => {
  const { owner, ben, lunch, allow, append, services, summarize } = await realm();
  await ben.says(lunch, "food");
  await allow("canSummarizeTopicsGroup", systemGroupId("role:administrators"));
  expect(await summarize(ben, "lunch", "food")).toBe("Insufficient permission");
  expect(await summarize(owner, "lunch", "food")).toBe("<p>Pizza &amp; more</p>");
  await allow("canSummarizeTopicsGroup", systemGroupId("role:everyone"));
  const change = { hideAiFeatures: true };
  await append({ type: "user_settings_changed", userId: ben.id, change, isOwnChoice: true });
  expect(await summarize(ben, "lunch", "food")).toBe("You have hidden AI features in your settings.");
  const without = await summarizeMessages({ ...services, summarizer: undefined })(owner, [])();
  expect(without).toMatchObject({ left: { message: "AI features are not enabled on this server." } });
});

test("a failing model is reported to the operator", async () => {
  const { ben, lunch, model, problems, summarize } = await realm();
  await ben.says(lunch, "food");
  model.isBroken = true;
  expect(await summarize(ben, "lunch", "food")).toBe("The summary couldn't be written. Try again later.");
  expect(problems.map(String)).toEqual(["Error: The summary failed: HTTP 500"]);
});

test("a summary that is too long is cut off", async () => {
  const { ben, lunch, model, summarize } = await realm();
  await ben.says(lunch, "food");
  model.answer = "x".repeat(10_001);
  expect(await summarize(ben, "lunch", "food")).toBe(`<p>${"x".repeat(10_000)}</p>`);
});

test("summaries are rate limited by user", async () => {
  const { owner, ben, lunch, wanted, summarize } = await realm();
  await ben.says(lunch, "food");
  for (let time = 0; time < 3; time += 1) await summarize(ben, "lunch", "food");
  expect(await summarize(ben, "lunch", "food")).not.toContain("Pizza");
  expect(wanted).toHaveLength(3);
  expect(await summarize(owner, "lunch", "food")).toContain("Pizza");
});
