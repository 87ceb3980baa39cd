import { addAttachment } from "../../../src/application/uploads/add-attachment";
import { listAttachments } from "../../../src/application/uploads/list-attachments";
import { receiveFile } from "../../../src/application/uploads/receive-file";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, keysIn, uploadBy } from "../../support/application/uploads";

const realm = (realmMib: number | null = null) =>
  memoryRealm({ people: { ben: "member" } }, { uploadLimits: { fileMib: 15, realmMib, orphanDays: 35 } });

test("a file becomes its uploader's in one event, with the space that all files take", async () => {
  const { ben, clock, eventsOf } = await realm();
  await uploadBy(ben, "123");
  const events = await eventsOf(() => uploadBy(ben));
  const attachment = {
    id: 2,
    path: expect.stringMatching(/\/a\.txt$/),
    name: "a.txt",
    size: 5,
    contentType: "text/plain; charset=utf-8",
    ownerId: ben.id,
    uploadedAt: clock.now(),
    image: null,
  };
  expect(events).toEqual([{ type: "attachment_added", userId: ben.id, attachment, spaceUsed: 8 }]);
});

test.each([
  ["agpj.exe", "a\u202egpj.exe"],
  ["photo.txt", "photo\u2066\u2069.txt"],
  ["a b.txt", "a\u0000 b\u007f.txt"],
  ["uploaded-file", "\u202e "],
  ["é".repeat(1000), "é".repeat(1001)],
])("the name %s has nothing that misleads, of %j", async (name, given) => {
  const { ben } = await realm();
  expect((await uploadBy(ben, "x", given)).name).toBe(name);
});

test("the type follows from the content, and from the name only if nothing contradicts it", async () => {
  const { ben } = await realm();
  const typeOf = async (content: string | Uint8Array, name: string) =>
    (await uploadBy(ben, content, name)).contentType;
  expect(await typeOf("png:", "x.txt")).toBe("image/png");
  expect(await typeOf(Uint8Array.of(0, 1, 2), "x.bin")).toBe("application/octet-stream");
  expect(await typeOf("hello", "x")).toBe("text/plain; charset=utf-8");
});

test("a file that exceeds the realm's quota leaves nothing", async () => {
  const { ben, services } = await realm(2);
  const mebibyte = Buffer.alloc(1024 * 1024);
  // Without a reservation, as two processes may do at once.
  const received = await Promise.all(
    [1, 2].map(() => ben.does(receiveFile, { name: "a.bin", content: arriving(mebibyte) })),
  );
  await uploadBy(ben, Buffer.alloc(1), "b.bin").catch(() => undefined);
  for (const one of received) await ben.does(addAttachment, one);
  const late = {
    ...received[0],
    path: `${received[0]?.path}x`,
    name: "late",
    size: 1,
    head: Uint8Array.of(),
  };
  expect(await ben.isRefused(addAttachment, late)).toBe(
    "Upload would exceed your organization's upload quota.",
  );
  expect(await keysIn(services.files)).toHaveLength(2);
  expect((await ben.does(listAttachments)).spaceUsed).toBe(2 * 1024 * 1024);
});
