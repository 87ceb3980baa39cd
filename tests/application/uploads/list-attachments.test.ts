import { listAttachments } from "../../../src/application/uploads/list-attachments";
import { memoryRealm } from "../../support/application/memory-realm";
import { uploadBy } from "../../support/application/uploads";

test("a user's own files are listed with the messages that share them and that the user may read", async () => {
  const { ben, cleo, open, closed } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { open: { of: ["ben", "cleo"] }, closed: { privacy: "private", of: ["cleo"] } },
  });
  const { id, path } = await uploadBy(ben);
  await uploadBy(cleo, "123");
  const link = `/user_uploads/${path}`;
  const shared = [await ben.says(open, "t", link), await ben.writes([cleo], link)];
  await cleo.says(closed, "t", link);
  const { attachments, spaceUsed } = await ben.does(listAttachments);
  expect(spaceUsed).toBe(8);
  expect(attachments.map(({ messages, ...file }) => [file.id, messages.map((one) => one.id)])).toEqual([
    [id, shared],
  ]);
});
