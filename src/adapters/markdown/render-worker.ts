import * as E from "fp-ts/Either";
import { workerData } from "piscina";
import type { RenderContext, RenderedMessage } from "../../application/ports/messages/message-renderer";
import { makeRender } from "./render";
import type { EmojiNames } from "./rendering/rendering";

/** A rendering for a worker thread. */
export interface RenderTask {
  readonly source: string;
  readonly context: RenderContext;
  readonly realmUrl: string;
}

// KaTeX warns about characters without metrics. Senders cause these warnings, so they don't belong in the log.
console.warn = () => undefined;

// The pool passes the emoji names as worker data.
const render = makeRender(workerData as EmojiNames);

/** Renders in a worker thread; undefined if rendering fails. */
const work = async ({ source, context, realmUrl }: RenderTask): Promise<RenderedMessage | undefined> => {
  const rendered = render(source, context, realmUrl);
  return E.isRight(rendered) ? rendered.right : undefined;
};

export default work;
