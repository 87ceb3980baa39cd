import { isRight } from "fp-ts/Either";
import { workerData } from "piscina";
import type { RenderContext, RenderedMessage } from "../../application/ports/message-renderer";
import { makeRender } from "./render";
import type { Setup } from "./run";

export interface RenderTask {
  readonly source: string;
  readonly context: RenderContext;
}

const render = makeRender(workerData as Setup);

/** What a thread of the pool does: renders; undefined where that is too much. */
const work = async ({ source, context }: RenderTask): Promise<RenderedMessage | undefined> => {
  const rendered = (await render)(source, context);
  return isRight(rendered) ? rendered.right : undefined;
};

export default work;
