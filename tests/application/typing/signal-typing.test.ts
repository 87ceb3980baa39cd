import { signalTyping } from "../../../src/application/typing/signal-typing";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { localWakeup } from "../../support/application/fakes";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { aSubscription } from "../../support/builders/entities";

type Target = Parameters<ReturnType<typeof signalTyping>>[2];

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben", "cleo"] }, secret: { privacy: "private", of: ["cleo"] } },
  });
  const wakeup = localWakeup();
  const { signals } = wakeup;
  /** The events that others receive, or the refusal. */
  const type = async (who: Person, target: Target) => {
    signals.length = 0;
    const outcome = await signalTyping({ ...found.services, wakeup })(who, "start", target)();
    return outcome._tag === "Left" ? outcome.left.message : [...signals];
  };
  return { ...found, type };
};
const inChannel = (channelId: number, topic = "food") => ({ kind: "channel", channelId, topic }) as const;
const direct = (...userIds: readonly number[]) => ({ kind: "direct", userIds }) as const;

test("typing is signaled with its place, and nothing is stored", async () => {
  const { ben, cleo, owner, lunch, type, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    const signal = { type: "typing", op: "start", userId: ben.id };
    expect(await type(ben, inChannel(lunch, " food "))).toEqual([{ ...signal, place: inChannel(lunch) }]);
    const participants = [owner.id, ben.id, cleo.id];
    expect(await type(ben, direct(cleo.id, owner.id, cleo.id))).toEqual([
      { ...signal, place: { kind: "direct", participants } },
    ]);
  });
  expect(events).toEqual([]);
});

test("typing is signaled only by those who may write there", async () => {
  const { ben, cleo, lunch, secret, type, change } = await realm();
  for (const id of [secret, 999]) expect(await type(ben, inChannel(id))).toBe("Invalid channel ID");
  await change(lunch, { permissions: { canSendMessageGroup: systemGroupId("role:administrators") } });
  expect(await type(ben, inChannel(lunch))).toBe("Not authorized to send to channel 'lunch'");
  await change(lunch, { isArchived: true });
  expect(await type(ben, inChannel(lunch))).toBe("Invalid channel ID");
  expect(await type(cleo, direct())).toBe("Empty 'to' list");
  expect(await type(cleo, direct(999))).toBe("Invalid user ID 999");
});

test("users choose whether to send typing notifications", async () => {
  const { ben, cleo, lunch, type, append } = await realm();
  const change = { sendChannelTypingNotifications: false, sendDirectTypingNotifications: false };
  await append({ type: "user_settings_changed", userId: ben.id, change, isOwnChoice: true });
  expect(await type(ben, inChannel(lunch))).toBe(
    "User has disabled typing notifications for channel messages",
  );
  expect(await type(ben, direct(cleo.id))).toBe("User has disabled typing notifications for direct messages");
});

test("channels with more than a hundred subscribers have no typing notifications", async () => {
  const { ben, lunch, type, append } = await realm();
  const join = (first: number, count: number) =>
    append({
      type: "subscribed",
      subscriptions: Array.from({ length: count }, (_, index) => aSubscription(first + index, lunch)),
      firstMessageId: 1,
    });
  await join(500, 98);
  expect(await type(ben, inChannel(lunch))).toHaveLength(1);
  await join(900, 1);
  expect(await type(ben, inChannel(lunch))).toEqual([]);
});
