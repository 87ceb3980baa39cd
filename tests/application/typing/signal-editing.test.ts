import { signalEditing } from "../../../src/application/typing/signal-editing";
import { localWakeup } from "../../support/application/fakes";
import { memoryRealm, type Person } from "../../support/application/memory-realm";

test("a sender's editing is signaled to the message's readers, if they send such notifications", async () => {
  const { ben, cleo, owner, lunch, services, append } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben", "cleo"] } },
  });
  const wakeup = localWakeup();
  const { signals } = wakeup;
  const edit = async (who: Person, messageId: number) => {
    signals.length = 0;
    const outcome = await signalEditing({ ...services, wakeup })(who, "start", messageId)();
    return outcome._tag === "Left" ? outcome.left.message : [...signals];
  };
  const [inChannel, direct] = [await ben.says(lunch, "food"), await ben.writes([cleo])];
  const signal = { type: "typing", op: "start", userId: ben.id };
  expect(await edit(ben, inChannel)).toMatchObject([
    { ...signal, messageId: inChannel, place: { kind: "channel", channelId: lunch, topic: "food" } },
  ]);
  expect(await edit(ben, direct)).toMatchObject([
    { ...signal, messageId: direct, place: { kind: "direct", participants: [ben.id, cleo.id] } },
  ]);
  expect(await edit(cleo, inChannel)).toBe("You don't have permission to edit this message");
  for (const [who, id] of [
    [owner, direct],
    [ben, 999],
  ] as const)
    expect(await edit(who, id)).toBe("Invalid message(s)");
  const change = { sendChannelTypingNotifications: false };
  await append({ type: "user_settings_changed", userId: ben.id, change, isOwnChoice: true });
  expect(await edit(ben, inChannel)).toBe("User has disabled typing notifications for channel messages");
});
