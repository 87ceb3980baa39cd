import { isRight } from "fp-ts/Either";
import { workerData } from "piscina";
import type { RenderContext, RenderedMessage } from "../../application/ports/message-renderer";
import { makeRender } from "./render";
import type { EmojiNames } from "./run";

/** What a thread is asked to render. */
export interface RenderTask {
  readonly source: string;
  readonly context: RenderContext;
  readonly realmUrl: string;
}

// KaTeX warns of signs that it has no measures for: those are the sender's matter, and no matter of the log.
console.warn = () => undefined;

const render = makeRender(workerData as EmojiNames);

/** What a thread of the pool does: renders; undefined where that is too much. */
const work = async ({ source, context, realmUrl }: RenderTask): Promise<RenderedMessage | undefined> => {
  const rendered = render(source, context, realmUrl);
  return isRight(rendered) ? rendered.right : undefined;
};

export default work;
