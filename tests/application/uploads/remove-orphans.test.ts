import { deleteMessage } from "../../../src/application/messages/delete-message";
import { archiveExpiredMessages } from "../../../src/application/retention/archive-expired-messages";
import { listAttachments } from "../../../src/application/uploads/list-attachments";
import { removeOrphans } from "../../../src/application/uploads/remove-orphans";
import { memoryRealm } from "../../support/application/memory-realm";
import { keysIn, uploadBy } from "../../support/application/uploads";

const day = 86_400_000;
const realm = async () => {
  const found = await memoryRealm({ people: { ben: "member" }, channels: { lunch: { of: ["ben"] } } });
  const { ben, services } = found;
  return {
    ...found,
    run: () => removeOrphans(services)(),
    paths: async () => (await ben.does(listAttachments)).attachments.map(({ path }) => path),
  };
};

test("files that no message shares are removed after a while, shared ones stay", async () => {
  const { ben, lunch, clock, services, run, paths } = await realm();
  const [shared, lonely] = [await uploadBy(ben, "shared"), await uploadBy(ben, "lonely")];
  await ben.says(lunch, "t", `/user_uploads/${shared.path}`);
  clock.advance(34 * day);
  await run();
  expect((await paths()).toSorted()).toEqual([shared.path, lonely.path].toSorted());
  clock.advance(2 * day);
  await run();
  expect(await paths()).toEqual([shared.path]);
  expect(await keysIn(services.files)).toEqual([`files/${shared.path}`]);
});

test("one run removes several, and used space shrinks by each", async () => {
  const { ben, clock, services, run, eventsOf } = await realm();
  for (const content of ["one", "three", "seven"]) await uploadBy(ben, content);
  clock.advance(36 * day);
  expect(await eventsOf(run)).toMatchObject([{ spaceUsed: 10 }, { spaceUsed: 5 }, { spaceUsed: 0 }]);
  expect(await keysIn(services.files)).toEqual([]);
});

test("a deleted message's file is removed when neither can be restored", async () => {
  const { ben, lunch, clock, services, run, paths } = await realm();
  const { path } = await uploadBy(ben);
  await ben.does(deleteMessage, await ben.says(lunch, "t", `/user_uploads/${path}`));
  clock.advance(36 * day);
  await run();
  expect(await paths()).toEqual([path]);
  await archiveExpiredMessages(services)();
  await run();
  expect([await paths(), await keysIn(services.files)]).toEqual([[], []]);
});
