import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { continueResumableUpload } from "../../../src/application/uploads/continue-resumable-upload";
import { findResumableUpload } from "../../../src/application/uploads/find-resumable-upload";
import { openAttachment } from "../../../src/application/uploads/open-attachment";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, keysIn, textOf } from "../../support/application/uploads";

const realm = async () => {
  const found = await memoryRealm({ people: { ben: "member" } });
  const begun = await found.ben.does(beginResumableUpload, { name: "a.txt", size: 10 });
  return { ...found, begun };
};

test("content arrives in pieces, and becomes one file", async () => {
  const { ben, begun, services, eventsOf } = await realm();
  const first = await ben.does(continueResumableUpload, begun, arriving("hello"));
  expect(first).toMatchObject({ offset: 5, attachment: undefined });
  const events = await eventsOf(async () => {
    const { attachment, offset } = await ben.does(continueResumableUpload, first, arriving(", you"));
    expect(offset).toBe(10);
    if (attachment === undefined) throw new Error("There is no file");
    const opened = await openAttachment(services)(attachment)();
    if (opened._tag === "Left") throw new Error(opened.left.message);
    expect(await textOf(opened.right)).toBe("hello, you");
  });
  expect(events).toMatchObject([{ type: "attachment_added", userId: ben.id, attachment: { size: 10 } }]);
  expect(await keysIn(services.files)).toEqual([`files/${begun.path}`]);
});

test("content that arrived before the connection broke is kept", async () => {
  const { ben, begun } = await realm();
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("hel");
    throw new Error("aborted");
  }
  expect(await ben.does(continueResumableUpload, begun, cut())).toMatchObject({ offset: 3 });
  expect(await ben.does(findResumableUpload, begun.path)).toMatchObject({ offset: 3 });
});

test("content beyond the announced size is refused, and isn't an error of the server", async () => {
  const { ben, begun } = await realm();
  expect(await ben.isRefused(continueResumableUpload, begun, arriving("hello, you!"))).toMatch(/larger than/);
});

test("a complete upload takes no more content and stays as it is", async () => {
  const { ben, begun, services, eventsOf } = await realm();
  await ben.does(continueResumableUpload, begun, arriving("hello, you"));
  const complete = await ben.does(findResumableUpload, begun.path);
  expect(
    await eventsOf(async () => {
      expect(await ben.does(continueResumableUpload, complete, arriving(""))).toEqual(complete);
      expect(await ben.isRefused(continueResumableUpload, complete, arriving("!"))).toMatch(/larger than/);
    }),
  ).toEqual([]);
  expect(await keysIn(services.files)).toEqual([`files/${begun.path}`]);
});

test("an upload that was abandoned meanwhile doesn't continue", async () => {
  const { ben, begun, clock } = await realm();
  clock.advance(86_400_001);
  expect(await ben.isRefused(continueResumableUpload, begun, arriving("hello"))).toBe("File not found.");
});

test("an upload in too many pieces is refused", async () => {
  const { ben, services } = await realm();
  let upload = await ben.does(beginResumableUpload, { name: "b.txt", size: 1000 });
  const pieces = async (): Promise<string> => {
    for (let count = 0; count < 300; count += 1) {
      const outcome = await continueResumableUpload(services)(ben, upload, arriving("x"))();
      if (outcome._tag === "Left") return outcome.left.message;
      upload = await ben.does(findResumableUpload, upload.path);
    }
    return "";
  };
  expect(await pieces()).toMatch(/too many pieces/);
  expect((await keysIn(services.files)).length).toBeLessThan(110);
});
