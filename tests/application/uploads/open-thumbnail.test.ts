import * as E from "fp-ts/Either";
import type { ImageEditor } from "../../../src/application/ports/pictures/image-editor";
import { openThumbnail } from "../../../src/application/uploads/open-thumbnail";
import { memoryRealm } from "../../support/application/memory-realm";
import { keysIn, uploadBy } from "../../support/application/uploads";

const realm = async () => {
  const turns: unknown[] = [];
  const problem: { now: "busy" | "damaged" | undefined } = { now: undefined };
  const images: ImageEditor = {
    edit: async (requester, source, work) => {
      turns.push(requester);
      await source.read();
      return work({
        properties: { width: 16, height: 5, isAnimated: false },
        thumbnail: async ({ name }) =>
          problem.now ? E.left(problem.now) : E.right(Buffer.from(`small ${name}`)),
        square: async () => E.left("no-image"),
        within: async () => E.left("no-image"),
        emoji: async () => E.left("no-image"),
      });
    },
  };
  const found = await memoryRealm(
    { people: { ben: "member", cleo: "member" }, channels: { web: { privacy: "web-public", of: ["ben"] } } },
    { images },
  );
  return { ...found, turns, problem };
};
const format = "840x560.webp";

test("a picture's thumbnail is ready from its upload", async () => {
  const { ben, turns } = await realm();
  const { path, image } = await uploadBy(ben, "png:", "a.png");
  expect(image).toEqual({ width: 16, height: 5, isAnimated: false });
  const opened = await ben.does(openThumbnail, path, format);
  expect([Buffer.from(opened.image).toString(), opened.attachment.path]).toEqual([`small ${format}`, path]);
  expect(turns).toHaveLength(1);
});

test("a thumbnail that was lost is made again, in the reader's turn", async () => {
  const { ben, services, realmId, turns, set, web } = await realm();
  const { path } = await uploadBy(ben, "png:", "a.png");
  for (const key of await keysIn(services.files))
    if (key.startsWith("thumbnails/")) await services.files.remove(key);
  await set({ enableSpectatorAccess: true });
  await ben.says(web, "t", `/user_uploads/${path}`);
  const opened = await openThumbnail(services)({ realmId }, path, format)();
  expect(opened).toMatchObject({ right: { attachment: { path } } });
  expect(turns.at(-1)).toEqual({ realm: `${realmId}`, user: "" });
});

test("there is no thumbnail in another format, of another file, or for those who may not read the file", async () => {
  const { ben, cleo } = await realm();
  const [picture, text] = [await uploadBy(ben, "png:", "a.png"), await uploadBy(ben)];
  for (const [path, name] of [
    [picture.path, "840x560-anim.webp"],
    [picture.path, "99x99.webp"],
    [text.path, format],
  ] as const)
    expect(await ben.isRefused(openThumbnail, path, name)).toBe("File not found.");
  expect(await cleo.isRefused(openThumbnail, picture.path, format)).toBe(
    "You are not authorized to view this file.",
  );
});

test("a damaged picture is a file like any other", async () => {
  const { ben, problem } = await realm();
  problem.now = "damaged";
  const { path, image } = await uploadBy(ben, "png:", "a.png");
  expect(image).toBeNull();
  expect(await ben.isRefused(openThumbnail, path, format)).toBe("File not found.");
});
