import { fetchPublicMessages } from "../../../src/application/messages/fetch-public-messages";
import type { MessagePageRequest } from "../../../src/application/messages/shared/message-page";
import type { NarrowInput } from "../../../src/application/messages/shared/resolve-narrow";
import { memoryRealm } from "../../support/application/memory-realm";

const webPublic = { operator: "channels", operand: "web-public", negated: false };
const realm = async () => {
  const found = await memoryRealm({
    channels: { open: { privacy: "web-public", of: ["owner"] }, closed: { of: ["owner"] } },
  });
  await found.set({ enableSpectatorAccess: true });
  const { owner, open, closed, services, realmId } = found;
  const ids = [await owner.says(open, "t"), await owner.says(open, "other"), await owner.says(closed, "t")];
  /** The ids found, or why there are none. */
  const read = async (narrow: readonly NarrowInput[], more: Partial<MessagePageRequest> = {}) => {
    const wanted = { anchor: "newest", includeAnchor: true, before: 10, after: 0, narrow, ...more } as const;
    const outcome = await fetchPublicMessages(services)(realmId, wanted)();
    if (outcome._tag === "Left") return outcome.left.message;
    return outcome.right.messages.map(({ message, flags }) => [message.id, ...flags]);
  };
  return { ...found, ids, read };
};
const notLoggedIn = "Not logged in: API authentication or user session required";

test("anybody reads the messages of web-public channels, and has always read them", async () => {
  const { ids, read } = await realm();
  const [first, second] = ids;
  expect(await read([webPublic])).toEqual([
    [first, "read"],
    [second, "read"],
  ]);
  expect(await read([webPublic], { anchor: "first_unread", before: 1 })).toEqual([[second, "read"]]);
});

test("they can be narrowed by channel, topic and sender", async () => {
  const { owner, open, ids, read } = await realm();
  const found = async (operator: string, operand: string | number, negated = false) =>
    (await read([webPublic, { operator, operand, negated }])).length;
  expect(await found("channel", open)).toBe(2);
  expect(await found("topic", "other")).toBe(1);
  expect(await found("sender", owner.id)).toBe(2);
  expect(await found("channel", open, true)).toBe(0);
  expect(await read([webPublic], { messageIds: ids })).toHaveLength(2);
});

test("other narrows require a login", async () => {
  const { read } = await realm();
  for (const narrow of [
    [],
    [{ operator: "channels", operand: "public", negated: false }],
    [{ ...webPublic, negated: true }],
    [webPublic, { operator: "is", operand: "dm", negated: false }],
  ])
    expect(await read(narrow)).toBe(notLoggedIn);
});

test("a channel that isn't public looks like one that doesn't exist", async () => {
  const { closed, read } = await realm();
  const at = (operand: number) => read([webPublic, { operator: "channel", operand, negated: false }]);
  expect(await at(closed)).toEqual(await at(999));
});

test("a realm without spectator access refuses every spectator", async () => {
  const { set, read } = await realm();
  await set({ enableSpectatorAccess: false });
  expect(await read([webPublic])).toBe(notLoggedIn);
});
