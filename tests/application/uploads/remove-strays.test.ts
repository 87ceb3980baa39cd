import { beginResumableUpload } from "../../../src/application/uploads/begin-resumable-upload";
import { receiveFile } from "../../../src/application/uploads/receive-file";
import { removeStrays } from "../../../src/application/uploads/remove-strays";
import { memoryRealm } from "../../support/application/memory-realm";
import { arriving, keysIn, uploadBy } from "../../support/application/uploads";

const day = 86_400_000;
const realm = async () => {
  const found = await memoryRealm({ people: { ben: "member" } });
  return { ...found, keys: () => keysIn(found.services.files) };
};

test("files without a row are removed after a day; attachments and uploads in progress stay", async () => {
  const { ben, clock, services, keys } = await realm();
  const { path } = await uploadBy(ben);
  const stray = await ben.does(receiveFile, { name: "x", content: arriving("never attached") });
  clock.advance(0.5 * day);
  await removeStrays(services)();
  expect(await keys()).toContain(`files/${stray.path}`);
  clock.advance(1.5 * day);
  const begun = await ben.does(beginResumableUpload, { name: "a.txt", size: 10 });
  await removeStrays(services)();
  const left = await keys();
  expect(left).toContain(`files/${path}`);
  expect(left.some((key) => key.includes(begun.path))).toBe(true);
  expect(left).toHaveLength(2);
});

test("files that the server didn't create stay", async () => {
  const { clock, services, keys } = await realm();
  const others = ["backup/1/x", "files/99/ab/x/y.txt", "readme.txt"];
  for (const name of others) await services.files.put(name, arriving("x"));
  clock.advance(99 * day);
  await removeStrays(services)();
  expect(await keys()).toEqual(others);
});
