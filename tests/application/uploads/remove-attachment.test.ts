import { findAttachment } from "../../../src/application/uploads/find-attachment";
import { removeAttachment } from "../../../src/application/uploads/remove-attachment";
import { memoryRealm } from "../../support/application/memory-realm";
import { keysIn, uploadBy } from "../../support/application/uploads";

test("a file's owner can remove it once, even if messages share it", async () => {
  const { ben, owner, lunch, services, eventsOf } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben", "owner"] } },
  });
  await uploadBy(owner, "123");
  const { id, path } = await uploadBy(ben);
  await ben.says(lunch, "t", `/user_uploads/${path}`);
  expect(await owner.isRefused(removeAttachment, id)).toBe("Invalid attachment");
  const events = await eventsOf(() => ben.does(removeAttachment, id));
  expect(events).toEqual([
    { type: "attachment_removed", userId: ben.id, attachmentId: id, size: 5, spaceUsed: 3 },
  ]);
  for (const who of [ben, owner]) expect(await who.isRefused(findAttachment, path)).toBe("File not found.");
  expect(await keysIn(services.files)).toHaveLength(1);
  expect(await ben.isRefused(removeAttachment, id)).toBe("Invalid attachment");
});
