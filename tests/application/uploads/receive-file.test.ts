import { addAttachment } from "../../../src/application/uploads/add-attachment";
import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { listAttachments } from "../../../src/application/uploads/list-attachments";
import { receiveFile } from "../../../src/application/uploads/receive-file";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, keysIn, uploadBy } from "../../support/application/uploads";

const mebibyte = 1024 * 1024;
const realm = (fileMib: number, realmMib: number | null) =>
  memoryRealm(
    { people: { ben: "member", cleo: "member" } },
    { uploadLimits: { fileMib, realmMib, orphanDays: 35 } },
  );
const ofSize = (bytes: number) => ({ name: "x.bin", content: arriving(Buffer.alloc(bytes)) });
const overQuota = "Upload would exceed your organization's upload quota.";

test("a file arrives under a path that nobody can guess, with its size and first bytes", async () => {
  const { ben, services, realmId } = await realm(1, null);
  const received = await ben.does(receiveFile, { name: "a b.txt", content: arriving("hello") });
  expect(received).toMatchObject({ name: "a b.txt", size: 5, head: Buffer.from("hello") });
  expect(received.path).toMatch(new RegExp(`^${realmId}/.+/a-b\\.txt$`));
  expect(await keysIn(services.files)).toEqual([`files/${received.path}`]);
});

test("a file over the size limit leaves nothing, and neither does one that is cut off", async () => {
  const { ben, services } = await realm(1, null);
  expect(await ben.isRefused(receiveFile, ofSize(mebibyte + 1))).toBe(
    "File is larger than this server's configured maximum upload size (1 MiB).",
  );
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("hel");
    throw new Error("aborted");
  }
  expect(await ben.isRefused(receiveFile, { name: "x", content: cut() })).toBe("The upload was cut off");
  expect(await keysIn(services.files)).toEqual([]);
  await ben.does(receiveFile, ofSize(mebibyte));
});

test("a quota holds for files that arrive at the same time", async () => {
  const { ben } = await realm(15, 20);
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const file = { ...ofSize(9 * mebibyte), announced: 9 * mebibyte };
      return ben.does(receiveFile, file).then(
        (received) => ben.does(addAttachment, received),
        (error: Error) => error.message,
      );
    }),
  );
  expect(outcomes.filter((one) => typeof one === "object")).toHaveLength(2);
  expect(outcomes.filter((one) => typeof one === "string")).toEqual(
    Array(2).fill(`Unexpected failure: ${overQuota}`),
  );
  expect((await ben.does(listAttachments)).spaceUsed).toBe(18 * mebibyte);
});

test("a plain file may take all the space that complete and unfinished files leave", async () => {
  const { ben, cleo } = await realm(15, 20);
  await ben.does(beginResumableUpload, { name: "a", size: 8 * mebibyte });
  expect(await cleo.isRefused(receiveFile, ofSize(12 * mebibyte + 1))).toBe(overQuota);
  await uploadBy(cleo, Buffer.alloc(12 * mebibyte));
  expect(await cleo.isRefused(receiveFile, ofSize(1))).toBe(overQuota);
});
