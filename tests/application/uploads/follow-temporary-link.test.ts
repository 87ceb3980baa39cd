import type { TemporaryLinks } from "../../../src/application/ports/files/temporary-links";
import { followTemporaryLink } from "../../../src/application/uploads/follow-temporary-link";
import { removeAttachment } from "../../../src/application/uploads/remove-attachment";
import { memoryRealm } from "../../support/application/memory-realm";
import { uploadBy } from "../../support/application/uploads";

test("a link leads to its one file, until it expires or the file goes", async () => {
  const { ben, clock, services } = await memoryRealm({ people: { ben: "member" } });
  const { path, id } = await uploadBy(ben, "hello", "file.txt");
  const until = clock.now() + 1000;
  const links: TemporaryLinks = {
    tokenFor: () => "token",
    subjectOf: (token, now) => (token === "token" && now < until ? path : undefined),
  };
  const follow = async (token: string, name: string) => {
    const found = await followTemporaryLink({ ...services, links })(token, name)();
    return found._tag === "Left" ? found.left.message : found.right.id;
  };
  expect(await follow("token", "file.txt")).toBe(id);
  expect(await follow("forged", "file.txt")).toBe("Invalid token");
  expect(await follow("token", "other.txt")).toBe("Invalid filename");
  await ben.does(removeAttachment, id);
  expect(await follow("token", "file.txt")).toBe("File not found.");
  clock.advance(1000);
  expect(await follow("token", "file.txt")).toBe("Invalid token");
});
