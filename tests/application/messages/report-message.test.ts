import { reportMessage } from "../../../src/application/messages/report-message";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben", "cleo"] }, mods: { privacy: "private", of: ["owner"] } },
  });
  const { ben, mods, set, eventsOf } = found;
  await set({ moderationRequestChannelId: mods });
  /** The message that moderators get. */
  const report = async (messageId: number, more: object = {}) => {
    const events = await eventsOf(() =>
      ben.does(reportMessage, { messageId, reason: "spam", explanation: "", ...more }),
    );
    const sent = events.flatMap((event) => (event.type === "message_sent" ? [event.message] : []));
    expect(sent).toHaveLength(1);
    return sent[0];
  };
  return { ...found, report };
};

test("the notification bot posts the reporter, the reason and the content", async () => {
  const { ben, cleo, lunch, mods, report, state } = await realm();
  const id = await cleo.says(lunch, "deals", "Buy now\n```\ncode\n```");
  const message = await report(id, { explanation: "Third time" });
  expect(message).toMatchObject({ conversation: { channelId: mods }, topic: "Cleo moderation" });
  expect((await state()).users.get(message?.senderId ?? 0)?.fullName).toBe("Notification Bot");
  const { content = "" } = message ?? {};
  expect(content).toMatch(
    new RegExp(
      `^@_\\*\\*Ben\\|${ben.id}\\*\\* reported a message that @_\\*\\*Cleo\\|${cleo.id}\\*\\* sent at <time:`,
    ),
  );
  expect(content).toContain("```quote\n**Spam**. Third time\n```");
  expect(content).toContain(`(#narrow/channel/${lunch}-lunch/topic/deals/near/${id})`);
  expect(content).toContain("```` spoiler\nBuy now\n```\ncode\n```\n````");
});

test("only its participants report a direct message", async () => {
  const { ben, cleo, owner, report } = await realm();
  const id = await cleo.writes([ben], "You fool");
  const given = { messageId: id, reason: "norms", explanation: "" } as const;
  expect(await owner.isRefused(reportMessage, given)).toBe("Invalid message(s)");
  const content = (await report(id, { reason: "harassment" }))?.content;
  expect(content).toContain("reported a direct message");
  expect(content).toContain("**Harassment**.");
});

test("any other reason needs an explanation", async () => {
  const { ben, cleo, lunch, eventsOf } = await realm();
  const messageId = await cleo.says(lunch);
  const events = await eventsOf(async () =>
    expect(await ben.isRefused(reportMessage, { messageId, reason: "other", explanation: "" })).toBe(
      "An explanation is required.",
    ),
  );
  expect(events).toEqual([]);
});

test("an explanation has at most 1000 characters", async () => {
  const { ben, cleo, lunch } = await realm();
  const messageId = await cleo.says(lunch);
  const explanation = "y".repeat(1001);
  expect(await ben.isRefused(reportMessage, { messageId, reason: "spam", explanation })).toBe(
    "description is too long (limit: 1000 characters)",
  );
});

test("a long message is shortened, so that the report has room", async () => {
  const { cleo, lunch, report } = await realm();
  const id = await cleo.says(lunch, "deals", "x".repeat(10_000));
  const { content = "" } = (await report(id, { reason: "other", explanation: "y".repeat(1000) })) ?? {};
  expect(content.length).toBeLessThanOrEqual(10_000);
  expect(content).toMatch(/x…\n```$/);
});

test("refuses reports if the channel for them is unset or archived", async () => {
  const { ben, cleo, lunch, mods, set, change } = await realm();
  const given = { messageId: await cleo.says(lunch), reason: "spam", explanation: "" } as const;
  const disabled = "Message reporting is not enabled in this organization.";
  await change(mods, { isArchived: true });
  expect(await ben.isRefused(reportMessage, given)).toBe(disabled);
  await change(mods, { isArchived: false });
  await set({ moderationRequestChannelId: null });
  expect(await ben.isRefused(reportMessage, given)).toBe(disabled);
});
