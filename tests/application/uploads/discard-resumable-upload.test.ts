import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { continueResumableUpload } from "../../../src/application/uploads/continue-resumable-upload";
import { discardResumableUpload } from "../../../src/application/uploads/discard-resumable-upload";
import { findResumableUpload } from "../../../src/application/uploads/find-resumable-upload";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, keysIn } from "../../support/application/uploads";

test("a discarded upload leaves nothing", async () => {
  const { ben, services } = await memoryRealm({ people: { ben: "member" } });
  const begun = await ben.does(beginResumableUpload, { name: "a.txt", size: 10 });
  await ben.does(continueResumableUpload, begun, arriving("hello"));
  await ben.does(discardResumableUpload, begun);
  expect(await keysIn(services.files)).toEqual([]);
  expect(await ben.isRefused(findResumableUpload, begun.path)).toBe("File not found.");
});
