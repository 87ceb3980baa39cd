import { fetchMessageHistory } from "../../../src/application/messages/fetch-message-history";
import { updateMessage } from "../../../src/application/messages/update-message";
import { memoryRealm } from "../../support/application/memory-realm";
import { messageUpdate } from "../../support/builders/message-update";

const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben", "cleo"] } },
  });
  const messageId = await found.ben.says(found.lunch, "tea", "x");
  const change = (more: { readonly content?: string; readonly topic?: string }) =>
    found.ben.does(updateMessage, messageUpdate(messageId, more));
  return { ...found, messageId, change };
};

test("the history has every version, starting with the original", async () => {
  const { ben, cleo, clock, messageId, change } = await realm();
  const seconds = () => clock.now() / 1000;
  const [sentAt] = [seconds()];
  clock.advance(1000);
  await change({ content: "y" });
  clock.advance(1000);
  await change({ topic: "coffee" });
  const by = { userId: ben.id };
  expect(await cleo.does(fetchMessageHistory, messageId)).toMatchObject([
    { ...by, content: "x", renderedContent: "<p>x</p>", topic: "tea", at: sentAt, edit: undefined },
    { ...by, content: "y", renderedContent: "<p>y</p>", topic: "tea", at: sentAt + 1 },
    { ...by, content: "y", topic: "coffee", at: sentAt + 2, edit: { topic: { before: "tea" } } },
  ]);
});

test("one request that edits and moves is one version", async () => {
  const { cleo, messageId, change } = await realm();
  await change({ content: "y", topic: "coffee" });
  expect(await cleo.does(fetchMessageHistory, messageId)).toMatchObject([
    { content: "x", topic: "tea" },
    { content: "y", topic: "coffee", edit: { content: { before: "x" }, topic: { before: "tea" } } },
  ]);
});

test("a realm that shows moves only keeps earlier content to itself", async () => {
  const { cleo, messageId, change, set } = await realm();
  await change({ content: "y" });
  await change({ content: "z", topic: "coffee" });
  await set({ messageEditHistoryVisibilityPolicy: "moves" });
  const versions = await cleo.does(fetchMessageHistory, messageId);
  expect(versions).toMatchObject([
    { content: "z", topic: "tea" },
    { content: "z", topic: "coffee", edit: { topic: { before: "tea" } } },
  ]);
  expect(JSON.stringify(versions)).not.toMatch(/"[xy]"|<p>[xy]/);
});

test("a realm can hide all history, and an unreadable message shows none", async () => {
  const { owner, cleo, ben, messageId, set } = await realm();
  const direct = await ben.writes([cleo]);
  expect(await owner.isRefused(fetchMessageHistory, direct)).toBe("Invalid message(s)");
  await set({ messageEditHistoryVisibilityPolicy: "none" });
  expect(await cleo.isRefused(fetchMessageHistory, messageId)).toBe(
    "Message edit history is disabled in this organization",
  );
});
