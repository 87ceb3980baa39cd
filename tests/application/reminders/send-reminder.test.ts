import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import type { Caller } from "../../../src/application/caller";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { updateMessage } from "../../../src/application/messages/update-message";
import { deactivateRealm } from "../../../src/application/realm/deactivate-realm";
import { addReminder } from "../../../src/application/reminders/add-reminder";
import { listReminders } from "../../../src/application/reminders/list-reminders";
import { memoryRealm } from "../../support/application/memory-realm";
import { messageUpdate } from "../../support/builders/message-update";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben", "owner"] }, closed: { privacy: "private", of: ["ben", "owner"] } },
  });
  const { ben, clock, services, eventsOf } = found;
  return {
    ...found,
    remind: (messageId: number, note = "") =>
      ben.does(addReminder, { messageId, note, remindAt: clock.now() / 1000 + 60 }),
    /** The messages that come when every reminder is due. */
    passTime: async () => {
      clock.advance(60_000);
      return (await eventsOf(() => services.jobRunner.runDue())).flatMap((event) =>
        event.type === "message_sent" ? [event.message] : [],
      );
    },
  };
};
const edit = (who: Caller & { does: Awaited<ReturnType<typeof realm>>["ben"]["does"] }, messageId: number) =>
  who.does(updateMessage, messageUpdate(messageId, { content: "new words" }));

test("the notification bot sends the message's current content, once", async () => {
  const { ben, owner, lunch, state, remind, passTime } = await realm();
  const id = await owner.says(lunch, "t", "old words");
  await remind(id, "call them");
  await edit(owner, id);
  const [message, ...more] = await passTime();
  expect(more).toEqual([]);
  expect((await state()).users.get(message?.senderId ?? 0)?.fullName).toBe("Notification Bot");
  expect(message?.conversation).toMatchObject({
    kind: "direct",
    participants: expect.arrayContaining([ben.id]),
  });
  for (const part of ["new words", "call them", `/near/${id})`, `@_**Olive|${owner.id}**`])
    expect(message?.content).toContain(part);
  expect(message?.content).not.toContain("old words");
  expect(await ben.does(listReminders)).toEqual([]);
  expect(await passTime()).toEqual([]);
});

test("the reminder of a message that is no longer readable contains only the note", async () => {
  const { ben, owner, closed, remind, passTime } = await realm();
  await remind(await owner.says(closed, "t", "a secret"), "my own words");
  await owner.does(unsubscribe, { channelNames: ["closed"], principals: [ben.id] });
  const messages = await passTime();
  const content = messages.find(({ content }) => content.includes("reminded"))?.content;
  expect(content).toContain("my own words");
  expect(content).not.toContain("a secret");
});

test("nobody in a deactivated realm is reminded", async () => {
  const { ben, owner, lunch, remind, passTime, realmId, world } = await realm();
  await remind(await owner.says(lunch));
  await owner.does(deactivateRealm);
  expect(await passTime()).toEqual([]);
  expect(await world.persistence.userData.reminders(realmId, ben.id)).toEqual([]);
});

test("a deactivated user is not reminded, and the reminder is removed", async () => {
  const { ben, owner, lunch, remind, passTime, realmId, world } = await realm();
  await remind(await owner.says(lunch));
  await owner.does(deactivateUser, { userId: ben.id, actions: noDeactivationActions, comment: undefined });
  expect(await passTime()).toEqual([]);
  expect(await world.persistence.userData.reminders(realmId, ben.id)).toEqual([]);
});
