import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { continueResumableUpload } from "../../../src/application/uploads/continue-resumable-upload";
import { endUnfinishedUploads } from "../../../src/application/uploads/end-unfinished-uploads";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, keysIn } from "../../support/application/uploads";

const day = 86_400_000;

test("an upload ends a day after its last piece, however old its first is", async () => {
  const { ben, services, clock } = await memoryRealm({ people: { ben: "member" } });
  let upload = await ben.does(beginResumableUpload, { name: "a.txt", size: 10 });
  for (const piece of ["he", "ll", "o"]) {
    clock.advance(0.9 * day);
    upload = await ben.does(continueResumableUpload, upload, arriving(piece));
    await endUnfinishedUploads(services)();
  }
  expect(await keysIn(services.files)).toHaveLength(4);
  clock.advance(1.1 * day);
  await endUnfinishedUploads(services)();
  expect(await keysIn(services.files)).toEqual([]);
  expect(await services.uploadReservations.expired(clock.now(), 9)).toEqual([]);
});

test("more uploads than one batch end, unless the server stops", async () => {
  const { ben, owner, services, clock } = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  for (const who of [ben, owner, ben])
    for (let count = 0; count < (who === owner ? 50 : 25); count += 1)
      await who.does(beginResumableUpload, { name: "a.txt", size: 1 });
  clock.advance(2 * day);
  const stopped = new AbortController();
  stopped.abort();
  await endUnfinishedUploads(services)(stopped.signal);
  expect(await keysIn(services.files)).toHaveLength(100);
  await endUnfinishedUploads(services)();
  expect(await keysIn(services.files)).toEqual([]);
});
