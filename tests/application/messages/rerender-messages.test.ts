import { left, right } from "fp-ts/Either";
import { rerenderMessages } from "../../../src/application/messages/rerender-messages";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { badRequest } from "../../../src/domain/errors";
import { aMessageSent } from "../../support/builders";
import { commitAll } from "../../support/foundations";
import { type MemoryApplication, memoryApplication, newProcess } from "../../support/memory-application";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const newer: MessageRenderer = {
  version: 2,
  render: async (source) =>
    source === "bad"
      ? left(badRequest("Unable to render message"))
      : right({
          html: `<p>anew: ${source}</p>`,
          mentions: { userIds: [1], groupIds: [], channelWildcard: true, topicWildcard: false },
          alertWords: [],
          uploadPaths: [],
        }),
};

const storedMessages = async () => {
  const { realmId, persistence } = world;
  return persistence.messages.byIds(realmId, [1, 2, 3, 4, 5]);
};

test("output of an older renderer is rendered again, once, without an edit or new mentions", async () => {
  const { realmId, persistence } = world;
  const head = (await storedMessages()).at(-1)?.id ?? 0;
  await commitAll(persistence.eventStore, realmId, [
    aMessageSent({ id: head + 1, content: "one" }, { marks: { "1": ["mentioned"] } }),
    aMessageSent({ id: head + 2, content: "bad", renderedContent: "<p>as it was</p>" }),
    aMessageSent({ id: head + 3, content: "now", rendererVersion: 2 }),
  ]);
  const services = newProcess({ ...world.outside, renderer: newer });
  await rerenderMessages(services)();
  const messages = await persistence.messages.byIds(realmId, [head + 1, head + 2, head + 3]);
  expect(messages).toMatchObject([
    { renderedContent: "<p>anew: one</p>", rendererVersion: 2, edits: [] },
    { renderedContent: "<p>as it was</p>", rendererVersion: 2, edits: [] },
    { renderedContent: "<p>hello</p>", rendererVersion: 2 },
  ]);
  expect(await persistence.readStates.marksOf(realmId, 1, [head + 1])).toEqual(
    new Map([[head + 1, ["mentioned"]]]),
  );
  expect(await persistence.messages.renderedBefore(realmId, 2, 9)).toEqual([]);
  const position = (await services.directory.newest(realmId)).position;
  await rerenderMessages(services)();
  expect((await services.directory.newest(realmId)).position).toBe(position);
});

test("all batches are processed unless the server stops", async () => {
  const { realmId, persistence } = world;
  await commitAll(
    persistence.eventStore,
    realmId,
    Array.from({ length: 250 }, (_, place) => aMessageSent({ id: 100 + place })),
  );
  const services = newProcess({ ...world.outside, renderer: newer });
  const stopped = new AbortController();
  stopped.abort();
  await rerenderMessages(services)(stopped.signal);
  expect(await persistence.messages.renderedBefore(realmId, 2, 999)).toHaveLength(250);
  await rerenderMessages(services)();
  expect(await persistence.messages.renderedBefore(realmId, 2, 999)).toEqual([]);
});
