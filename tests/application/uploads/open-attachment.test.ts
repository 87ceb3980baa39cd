import { openAttachment } from "../../../src/application/uploads/open-attachment";
import { memoryRealm } from "../../support/application/memory-realm";
import { textOf, uploadBy } from "../../support/application/uploads";

test("a file opens as a whole or in part, as long as the store has it", async () => {
  const { ben, services } = await memoryRealm({ people: { ben: "member" } });
  const file = await uploadBy(ben, "0123456789");
  const open = async (
    ...range: Parameters<ReturnType<typeof openAttachment>> extends [unknown, ...infer R] ? R : never
  ) => {
    const opened = await openAttachment(services)(file, ...range)();
    return opened._tag === "Left" ? opened.left.message : textOf(opened.right);
  };
  expect(await open()).toBe("0123456789");
  expect(await open({ first: 2, last: 4 })).toBe("234");
  await services.files.remove(`files/${file.path}`);
  expect(await open()).toBe("File not found.");
});
