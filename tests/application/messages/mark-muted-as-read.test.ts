import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { changeFlags } from "../../../src/application/messages/change-flags";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { muteUser } from "../../../src/application/users/mute-user";
import { unmuteUser } from "../../../src/application/users/unmute-user";
import { escapingRenderer } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { idsOf, unreadOf } from "../../support/storage/user-snapshots";

const cleoId = 12;
/** `@cleo` mentions her. */
const renderer: MessageRenderer = {
  ...escapingRenderer,
  render: async (source, ...more) =>
    pipe(
      await escapingRenderer.render(source, ...more),
      E.map((rendered) => ({
        ...rendered,
        mentions: { ...rendered.mentions, userIds: source.includes("@cleo") ? [cleoId] : [] },
      })),
    ),
};

const realm = async () => {
  const found = await memoryRealm(
    {
      people: { ben: "member", cleo: "member" },
      channels: { lunch: { of: ["owner", "ben", "cleo"] }, other: { of: ["owner", "ben"] } },
    },
    { renderer },
  );
  const { world, realmId } = found;
  const unread = async (userId: number) =>
    [...idsOf(await unreadOf(world.persistence, realmId, userId, 99))].sort((a, b) => a - b);
  const runJobs = () => world.services.jobRunner.runDue(["mark_muted_as_read"]);
  return { ...found, unread, runJobs };
};

test("messages of a person become read for the user who mutes that person, and for nobody else", async () => {
  const { owner, ben, cleo, lunch, unread, runJobs } = await realm();
  const fromBen = [await ben.says(lunch), await ben.writes([cleo])];
  const fromOwner = await owner.says(lunch);
  expect(await unread(cleo.id)).toEqual([...fromBen, fromOwner]);
  await cleo.does(muteUser, ben.id);
  await runJobs();
  expect(await unread(cleo.id)).toEqual([fromOwner]);
  expect(await unread(owner.id)).toEqual([fromBen[0]]);
});

test("a person who was unmuted before the job's turn stays unread", async () => {
  const { ben, cleo, lunch, unread, runJobs } = await realm();
  const id = await ben.says(lunch);
  await cleo.does(muteUser, ben.id);
  await cleo.does(unmuteUser, ben.id);
  await runJobs();
  expect(await unread(cleo.id)).toEqual([id]);
});

test("unmuting one person leaves messages of another muted one unread if they were marked so", async () => {
  const { owner, ben, cleo, lunch, unread, runJobs } = await realm();
  const id = await ben.says(lunch);
  for (const muted of [ben, owner]) await cleo.does(muteUser, muted.id);
  await runJobs();
  await cleo.does(changeFlags, { messageIds: [id], op: "remove", flag: "read" });
  await cleo.does(unmuteUser, owner.id);
  await runJobs();
  expect(await unread(cleo.id)).toEqual([id]);
});

test("new messages of a muted person arrive as read for the recipients who muted them, with their mentions", async () => {
  const { owner, ben, cleo, lunch, other, state, eventsSince, unread } = await realm();
  await cleo.does(muteUser, ben.id);
  const { position } = await state();
  const id = await ben.says(lunch, "topic", "@cleo hello");
  await ben.writes([cleo]);
  await ben.says(other);
  expect(await unread(cleo.id)).toEqual([]);
  expect((await unread(owner.id)).length).toBe(2);
  const sent = (await eventsSince(position)).filter((event) => event.type === "message_sent");
  expect(sent.map(({ readBy }) => readBy)).toEqual([[cleo.id], [cleo.id], undefined]);
  expect(sent[0]).toMatchObject({ message: { id }, flagsByUser: { [cleo.id]: ["mentioned"] } });
  await cleo.does(unmuteUser, ben.id);
  expect(await unread(cleo.id)).toEqual([]);
  const later = await ben.says(lunch);
  expect(await unread(cleo.id)).toEqual([later]);
});
