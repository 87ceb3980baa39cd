import { fetchMessage } from "../../../src/application/messages/fetch-message";
import { memoryRealm } from "../../support/application/memory-realm";

test("a message has its reader's own flags", async () => {
  const { ben, owner, lunch } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben", "owner"] } },
  });
  const id = await ben.says(lunch, "food", "soup");
  expect(await ben.does(fetchMessage, id)).toMatchObject({
    message: { id, content: "soup", renderedContent: "<p>soup</p>", topic: "food" },
    flags: ["read"],
  });
  expect((await owner.does(fetchMessage, id)).flags).toEqual([]);
});

test("a message that the caller can't read answers like one that isn't there", async () => {
  const { ben, cleo, owner, closed } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { closed: { privacy: "private", of: ["ben"] } },
  });
  for (const id of [await ben.says(closed), await ben.writes([cleo]), 9999])
    expect(await owner.isRefused(fetchMessage, id)).toBe("Invalid message(s)");
  const note = await ben.writes([ben]);
  expect((await ben.does(fetchMessage, note)).message.conversation).toMatchObject({ participants: [ben.id] });
  expect(await cleo.isRefused(fetchMessage, note)).toBe("Invalid message(s)");
});
