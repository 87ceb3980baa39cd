import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { continueResumableUpload } from "../../../src/application/uploads/continue-resumable-upload";
import { discardResumableUpload } from "../../../src/application/uploads/discard-resumable-upload";
import { listAttachments } from "../../../src/application/uploads/list-attachments";
import { receiveFile } from "../../../src/application/uploads/receive-file";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { arriving, keysIn, uploadBy } from "../../support/application/uploads";

const mebibyte = 1024 * 1024;
const realm = (fileMib: number, realmMib: number | null) =>
  memoryRealm(
    { people: { dora: "member", emil: "member" } },
    { uploadLimits: { fileMib, realmMib, orphanDays: 35 } },
  );
const file = (size: number, name = "notes.txt") => ({ name, size });
const overQuota = "Upload would exceed your organization's upload quota.";
/** How many of that many uploads begin. */
const beginEach = async (who: Person, count: number, size: number) => {
  const begun = await Promise.all(
    Array.from({ length: count }, () => who.does(beginResumableUpload, file(size)).catch(() => undefined)),
  );
  return begun.filter((one) => one !== undefined);
};

test("an upload begins empty, under an address of Latin letters, with its metadata", async () => {
  const { dora } = await realm(1, null);
  const begun = await dora.does(beginResumableUpload, {
    ...file(5, ".日本語 plan.pdf"),
    metadata: "filename x",
  });
  expect(begun).toMatchObject({
    name: ".日本語 plan.pdf",
    size: 5,
    offset: 0,
    metadata: "filename x",
    ownerId: dora.id,
    attachment: undefined,
  });
  expect(begun.path).toMatch(/\/file-?\.?-?plan\.pdf$/);
});

test("an empty upload is complete at once", async () => {
  const { dora, services } = await realm(1, null);
  const { attachment } = await dora.does(beginResumableUpload, file(0));
  expect(attachment).toMatchObject({ name: "notes.txt", size: 0 });
  expect(await keysIn(services.files)).toHaveLength(1);
});

test("nobody begins an upload larger than a file may be", async () => {
  const { dora, services } = await realm(1, null);
  expect(await dora.isRefused(beginResumableUpload, file(mebibyte + 1))).toBe(
    "File is larger than this server's configured maximum upload size (1 MiB).",
  );
  expect(await keysIn(services.files)).toEqual([]);
});

test("a user has at most 50 unfinished uploads, of 20 times the largest file, even without a quota", async () => {
  const { dora, emil } = await realm(1, null);
  const tooMany = "You have too many unfinished uploads.";
  expect(await beginEach(dora, 50, 10)).toHaveLength(50);
  expect(await dora.isRefused(beginResumableUpload, file(10))).toBe(tooMany);
  expect(await beginEach(emil, 20, mebibyte)).toHaveLength(20);
  expect(await emil.isRefused(beginResumableUpload, file(mebibyte))).toBe(tooMany);
});

test("space is reserved when an upload begins, half of it at most by one user", async () => {
  const { dora, emil } = await realm(15, 20);
  const begun = await beginEach(dora, 20, 4 * mebibyte);
  expect(begun).toHaveLength(2);
  expect(await dora.isRefused(beginResumableUpload, file(4 * mebibyte))).toBe(overQuota);
  expect(await beginEach(emil, 4, 4 * mebibyte)).toHaveLength(2);
  for (const one of begun)
    await dora.does(continueResumableUpload, one, arriving(Buffer.alloc(4 * mebibyte - 1)));
  const plain = { name: "x", content: arriving(Buffer.alloc(4 * mebibyte + 1)) };
  expect(await emil.isRefused(receiveFile, plain)).toBe(overQuota);
  await uploadBy(emil, Buffer.alloc(4 * mebibyte));
  expect(await emil.isRefused(beginResumableUpload, file(1))).toBe(overQuota);
});

test("abandoning an upload frees its space", async () => {
  const { dora, emil } = await realm(15, 20);
  const [first, second] = await beginEach(dora, 2, 5 * mebibyte);
  expect(await beginEach(dora, 1, mebibyte)).toEqual([]);
  await dora.does(discardResumableUpload, { path: first?.path ?? "" });
  expect(await beginEach(dora, 1, 5 * mebibyte)).toHaveLength(1);
  expect(await beginEach(dora, 1, 1)).toEqual([]);
  expect(await beginEach(emil, 1, 5 * mebibyte)).toHaveLength(1);
  if (second === undefined) throw new Error("There is no second upload");
  await dora.does(continueResumableUpload, second, arriving(Buffer.alloc(5 * mebibyte)));
});

test("a finished file counts once, and no longer as reserved", async () => {
  const { dora, emil } = await realm(15, 20);
  for (let count = 0; count < 3; count += 1) {
    const begun = await dora.does(beginResumableUpload, file(2 * mebibyte));
    await dora.does(continueResumableUpload, begun, arriving(Buffer.alloc(2 * mebibyte)));
    await uploadBy(dora, Buffer.alloc(3 * mebibyte));
  }
  expect((await dora.does(listAttachments)).spaceUsed).toBe(15 * mebibyte);
  const plain = { name: "x", content: arriving(Buffer.alloc(5 * mebibyte + 1)) };
  expect(await dora.isRefused(receiveFile, plain)).toBe(overQuota);
  await uploadBy(dora, Buffer.alloc(5 * mebibyte));
  expect(await emil.isRefused(beginResumableUpload, file(1))).toBe(overQuota);
});
