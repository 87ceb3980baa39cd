import { discardFile } from "../../../src/application/uploads/discard-file";
import { receiveFile } from "../../../src/application/uploads/receive-file";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, keysIn } from "../../support/application/uploads";

test("discarding a received file removes it, and releases the space that it reserved", async () => {
  const { ben, services } = await memoryRealm(
    { people: { ben: "member" } },
    { uploadLimits: { fileMib: 1, realmMib: 1, orphanDays: 35 } },
  );
  const whole = () => ({ name: "x.bin", content: arriving(Buffer.alloc(1024 * 1024)) });
  const received = await ben.does(receiveFile, whole());
  expect(await ben.isRefused(receiveFile, whole())).toMatch(/upload quota/);
  await ben.does(discardFile, received);
  expect(await keysIn(services.files)).toEqual([]);
  await ben.does(receiveFile, whole());
});
