import { signedLinks } from "../../../src/adapters/security/temporary-links";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { createTemporaryLink } from "../../../src/application/uploads/create-temporary-link";
import { followTemporaryLink } from "../../../src/application/uploads/follow-temporary-link";
import { removeAttachment } from "../../../src/application/uploads/remove-attachment";
import { successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { uploadBy } from "../../support/application/uploads";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", sam: "member", ada: "administrator" },
    channels: {
      closed: { privacy: "private", of: ["ben", "sam", "owner"] },
      web: { privacy: "web-public", of: ["ben"] },
    },
  });
  const services = { ...found.services, links: signedLinks("a secret of thirty-two characters or more") };
  const { realmId } = found;
  await found.set({ enableSpectatorAccess: true });
  return {
    ...found,
    nobody: { realmId },
    linkOf: async (requester: { readonly realmId: number }, path: string) =>
      successOf(await createTemporaryLink(services)(requester, path)()).token,
    follow: async (token: string, name = "a.txt") => {
      const found = await followTemporaryLink(services)(realmId, token, name)();
      return found._tag === "Left" ? found.left.message : found.right.id;
    },
  };
};
const shareOf = (path: string) => `[it](/user_uploads/${path})`;

test("a link leads to its one file, until it expires or the file goes", async () => {
  const { ben, clock, linkOf, follow } = await realm();
  const { path, id } = await uploadBy(ben, "hello", "file.txt");
  const token = await linkOf(ben, path);
  expect(await follow(token, "file.txt")).toBe(id);
  expect(await follow("forged", "file.txt")).toBe("Invalid token");
  expect(await follow(token, "other.txt")).toBe("Invalid filename");
  await ben.does(removeAttachment, id);
  expect(await follow(token, "file.txt")).toBe("File not found.");
  clock.advance(60_000);
  expect(await follow(token, "file.txt")).toBe("Invalid token");
});

test("a link ends when the person who asked for it may no longer read the file", async () => {
  const { ben, sam, ada, owner, closed, nobody, web, set, linkOf, follow } = await realm();
  const { path, id } = await uploadBy(ben);
  await ben.says(closed, "files", shareOf(path));
  const [own, sams] = [await linkOf(ben, path), await linkOf(sam, path)];
  await owner.does(unsubscribe, { channelNames: ["closed"], principals: [sam.id] });
  expect([await follow(own), await follow(sams)]).toEqual([id, "Invalid token"]);
  await ada.does(deactivateUser, { userId: ben.id, actions: noDeactivationActions, comment: undefined });
  expect(await follow(own)).toBe("Invalid token");

  const open = await uploadBy(owner);
  await owner.says(web, "files", shareOf(open.path));
  const spectators = await linkOf(nobody, open.path);
  expect(await follow(spectators)).toBe(open.id);
  await set({ enableSpectatorAccess: false });
  expect(await follow(spectators)).toBe("Invalid token");
});

test("a link ends with the API key of the user who asked for it", async () => {
  const { ben, linkOf, follow } = await realm();
  const { path } = await uploadBy(ben);
  const token = await linkOf(ben, path);
  await ben.does(regenerateApiKey, "has the key");
  expect(await follow(token)).toBe("Invalid token");
});

test("nobody follows a link into a deactivated organization", async () => {
  const { owner, ben, web, nobody, append, linkOf, follow } = await realm();
  const { path } = await uploadBy(owner);
  await owner.says(web, "files", shareOf(path));
  const tokens = [await linkOf(owner, path), await linkOf(ben, path), await linkOf(nobody, path)];
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  for (const token of tokens) expect(await follow(token)).toBe("Invalid token");
});
