import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { listMessageReaders } from "../../../src/application/messages/list-message-readers";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { memoryRealm, type Person } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member", dora: "member", gus: "guest" },
    channels: { lunch: { of: ["ben", "cleo", "dora", "owner"] }, den: { of: ["gus", "owner", "ben"] } },
  });
  const flag = (who: Person, id: number, op: "add" | "remove" = "add") =>
    who.does(changeFlags, { messageIds: [id], op, flag: "read" });
  return { ...found, flag };
};

test("the users who have read a message are listed, without its sender", async () => {
  const { owner, ben, cleo, lunch, flag } = await realm();
  const id = await owner.says(lunch);
  for (const who of [owner, ben, cleo]) await flag(who, id);
  expect(await owner.does(listMessageReaders, id)).toEqual([ben.id, cleo.id]);
  await flag(ben, id, "remove");
  expect(await owner.does(listMessageReaders, id)).toEqual([cleo.id]);
});

test("only participants see who read a direct message", async () => {
  const { owner, ben, cleo, dora, flag } = await realm();
  const id = await owner.writes([ben, cleo]);
  await flag(cleo, id);
  expect(await ben.does(listMessageReaders, id)).toEqual([cleo.id]);
  expect(await dora.isRefused(listMessageReaders, id)).toBe("Invalid message(s)");
});

test("users who don't send receipts, deactivated users, and users who muted the caller or are muted by them are left out", async () => {
  const { owner, ben, cleo, dora, lunch, flag, append } = await realm();
  const id = await owner.says(lunch);
  for (const who of [ben, cleo, dora]) await flag(who, id);
  const change = { sendReadReceipts: false };
  await append({ type: "user_settings_changed", userId: ben.id, change, isOwnChoice: true });
  await append({ type: "muted_users_set", userId: cleo.id, muted: [{ userId: owner.id, since: 1 }] });
  expect(await owner.does(listMessageReaders, id)).toEqual([dora.id]);
  expect(await dora.does(listMessageReaders, id)).toEqual([cleo.id, dora.id]);
  await append({ type: "user_deactivated", userId: cleo.id, firstMessageId: 1 });
  expect(await dora.does(listMessageReaders, id)).toEqual([dora.id]);
});

test("readers hidden from a guest aren't listed for them", async () => {
  const { owner, gus, ben, den, allow, flag } = await realm();
  const id = await owner.says(den);
  for (const who of [gus, ben]) await flag(who, id);
  await ben.does(unsubscribe, { channelNames: ["den"], principals: undefined });
  expect(await gus.does(listMessageReaders, id)).toEqual([ben.id, gus.id].sort());
  await allow("canAccessAllUsersGroup", systemGroupId("role:members"));
  expect(await gus.does(listMessageReaders, id)).toEqual([gus.id]);
});

test("a realm can turn off read receipts", async () => {
  const { owner, lunch, set } = await realm();
  const id = await owner.says(lunch);
  await set({ enableReadReceipts: false });
  expect(await owner.isRefused(listMessageReaders, id)).toBe(
    "Read receipts are disabled in this organization.",
  );
});
