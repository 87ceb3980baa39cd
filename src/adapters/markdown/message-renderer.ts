import type { MessageRenderer } from "../../application/ports/message-renderer";
import { makeRender, rendererVersion } from "./render";
import type { Setup } from "./run";

/** Renders in the thread that asks: for tests, and programs that serve nobody meanwhile. */
export const inThreadRenderer = (setup: Setup): MessageRenderer & { close(): Promise<void> } => {
  const render = makeRender(setup);
  return {
    version: rendererVersion,
    render: async (source, context) => (await render)(source, context),
    close: async () => {},
  };
};
