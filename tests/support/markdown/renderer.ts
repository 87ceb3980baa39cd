import { unicodeCatalog } from "../../../src/adapters/emoji/unicode-catalog";
import { makeRender, type Render } from "../../../src/adapters/markdown/render";
import type { RendererSetup } from "../../../src/adapters/markdown/rendering/rendering";
import { plainContext, type RenderContext } from "../../../src/application/ports/messages/message-renderer";
import { emojiNames } from "../../../src/composition/adapters/emoji-names";

export const site = "http://chat.example.com";

export const rendererSetup = (): RendererSetup => ({
  emoji: emojiNames(unicodeCatalog()),
  realmUrl: () => site,
});

const { emoji } = rendererSetup();

/** The renderer in this thread. */
export const openRender = (): Render => makeRender(emoji);

/** The HTML of a source; a failure fails the test. */
export const htmlOf = (render: Render, source: string, context: Partial<RenderContext> = {}): string => {
  const rendered = render(source, { ...plainContext, ...context }, site);
  if (rendered._tag === "Left") throw new Error(rendered.left.message);
  return rendered.right.html;
};
