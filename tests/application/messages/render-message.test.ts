import { left } from "fp-ts/Either";
import { renderMessage } from "../../../src/application/messages/render-message";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { unableToRender } from "../../../src/domain/messages/refusals";
import { escapingRenderer } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

const renderer: MessageRenderer = {
  version: 1,
  render: async (source, context) =>
    source === "bad" ? left(unableToRender) : escapingRenderer.render(source, context),
};

test("content is rendered as if the caller sent it, and nothing happens", async () => {
  const { ben, eventsOf } = await memoryRealm({ people: { ben: "member" } }, { renderer });
  const events = await eventsOf(async () => {
    expect(await ben.does(renderMessage, "a < b\r\n")).toBe("<p>a &lt; b</p>");
    expect(await ben.does(renderMessage, "")).toBe("<p></p>");
  });
  expect(events).toEqual([]);
});

test("content has limits, and must be possible to render", async () => {
  const { ben } = await memoryRealm({ people: { ben: "member" } }, { renderer });
  expect(await ben.isRefused(renderMessage, "a\0")).toBe("Message must not contain null bytes");
  expect(await ben.isRefused(renderMessage, "é".repeat(10_001))).toMatch(/10000/);
  await ben.does(renderMessage, "😀".repeat(10_000));
  expect(await ben.isRefused(renderMessage, "bad")).toBe("Unable to render message");
});
