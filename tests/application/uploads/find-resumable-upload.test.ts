import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { continueResumableUpload } from "../../../src/application/uploads/continue-resumable-upload";
import { findResumableUpload } from "../../../src/application/uploads/find-resumable-upload";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, uploadBy } from "../../support/application/uploads";

const realm = () => memoryRealm({ people: { ben: "member", cleo: "member" } });

test("returns an upload's progress and its original metadata", async () => {
  const { ben } = await realm();
  const begun = await ben.does(beginResumableUpload, { name: "a.txt", size: 10, metadata: "filename x" });
  await ben.does(continueResumableUpload, begun, arriving("hello"));
  expect(await ben.does(findResumableUpload, begun.path)).toMatchObject({
    offset: 5,
    size: 10,
    metadata: "filename x",
    attachment: undefined,
  });
});

test("a complete file looks like an upload that is done", async () => {
  const { ben } = await realm();
  const attachment = await uploadBy(ben);
  expect(await ben.does(findResumableUpload, attachment.path)).toMatchObject({
    offset: 5,
    size: 5,
    attachment,
  });
});

test("only an upload's owner finds it, and other paths lead nowhere", async () => {
  const { ben, cleo, realmId } = await realm();
  const begun = await ben.does(beginResumableUpload, { name: "a.txt", size: 10 });
  const done = await uploadBy(ben);
  for (const path of [begun.path, done.path])
    expect(await cleo.isRefused(findResumableUpload, path)).toBe("File not found.");
  const elsewhere = begun.path.replace(`${realmId}/`, `${realmId + 1}/`);
  for (const path of [elsewhere, "../../etc/passwd", "9/ab/none/a.txt", "\0", ""])
    expect(await ben.isRefused(findResumableUpload, path)).toBe("File not found.");
});
