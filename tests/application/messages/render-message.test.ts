import * as E from "fp-ts/Either";
import { renderMessage } from "../../../src/application/messages/render-message";
import { updateMessage } from "../../../src/application/messages/update-message";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { addAttachment } from "../../../src/application/uploads/add-attachment";
import { unableToRender } from "../../../src/domain/messages/refusals";
import { escapingRenderer } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { messageUpdate } from "../../support/builders/message-update";

const renderer: MessageRenderer = {
  version: 1,
  render: async (source, context) =>
    source === "bad" ? E.left(unableToRender) : escapingRenderer.render(source, context),
};

test("content is rendered as if the caller sent it, and nothing happens", async () => {
  const { ben, eventsOf } = await memoryRealm({ people: { ben: "member" } }, { renderer });
  const events = await eventsOf(async () => {
    expect(await ben.does(renderMessage, "a < b\r\n")).toBe("<p>a &lt; b</p>");
    expect(await ben.does(renderMessage, "")).toBe("<p></p>");
  });
  expect(events).toEqual([]);
});

test("refuses content that is too long or can't be rendered", async () => {
  const { ben } = await memoryRealm({ people: { ben: "member" } }, { renderer });
  expect(await ben.isRefused(renderMessage, "a\0")).toBe("Message must not contain null bytes");
  expect(await ben.isRefused(renderMessage, "é".repeat(10_001))).toMatch(/10000/);
  await ben.does(renderMessage, "😀".repeat(10_000));
  expect(await ben.isRefused(renderMessage, "bad")).toBe("Unable to render message");
});

test("a file that its writer may not read is rendered like one that doesn't exist", async () => {
  const seen: (readonly string[])[] = [];
  const listing: MessageRenderer = {
    version: 1,
    render: async (source, context) => {
      seen.push(context.uploads.map(({ path }) => path));
      return escapingRenderer.render(source, context);
    },
  };
  const { ann, ben, cleo, services, realmId, lunch } = await memoryRealm(
    { people: { ann: "member", ben: "member", cleo: "member" }, channels: { lunch: { of: ["ann", "ben"] } } },
    { renderer: listing },
  );
  const path = `${realmId}/aa/00000000-0000-4000-8000-000000000000/a.txt`;
  const link = `[a](/user_uploads/${path})`;
  const file = { path, name: "a.txt", size: 1, head: new Uint8Array([65]) };
  await addAttachment(services)(ann, file)();
  await ann.does(renderMessage, link);
  await ben.does(renderMessage, link);
  await ben.writes([cleo], link);
  await ben.does(updateMessage, messageUpdate(await ben.writes([cleo], "nothing"), { content: link }));
  expect(seen.splice(0)).toEqual([[path], [], [], [], []]);
  await ann.says(lunch, "topic", link);
  await ben.does(renderMessage, link);
  expect(seen).toEqual([[path], [path]]);
});
