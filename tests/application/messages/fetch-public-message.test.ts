import { fetchPublicMessage } from "../../../src/application/messages/fetch-public-message";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member" },
    channels: { open: { privacy: "web-public", of: ["owner"] }, closed: { of: ["owner"] } },
  });
  await found.set({ enableSpectatorAccess: true });
  const read = async (id: number) => {
    const outcome = await fetchPublicMessage(found.services)(found.realmId, id)();
    return outcome._tag === "Left" ? outcome.left.code : outcome.right;
  };
  return { ...found, read };
};

test("anybody reads a message of a web-public channel, and has always read it", async () => {
  const { owner, open, read } = await realm();
  const id = await owner.says(open);
  expect(await read(id)).toMatchObject({ message: { id }, flags: ["read"] });
});

test("any other message requires a login, like one that isn't there", async () => {
  const { owner, ben, closed, read } = await realm();
  for (const id of [await owner.says(closed), await owner.writes([ben]), 9999])
    expect(await read(id)).toBe("UNAUTHORIZED");
});

test("a message is readable as long as its channel is web-public and the realm lets spectators in", async () => {
  const { owner, open, read, change, set } = await realm();
  const id = await owner.says(open);
  await change(open, { privacy: "public" });
  expect(await read(id)).toBe("UNAUTHORIZED");
  await change(open, { privacy: "web-public" });
  expect(await read(id)).toMatchObject({ message: { id } });
  await set({ enableSpectatorAccess: false });
  expect(await read(id)).toBe("UNAUTHORIZED");
});
