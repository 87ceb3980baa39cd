import type { ClosableRenderer } from "./pooled-renderer";
import { makeRender, rendererVersion } from "./render";
import type { Setup } from "./run";

/** Renders in the thread that asks: for tests, and programs that serve nobody meanwhile. */
export const inThreadRenderer = (setup: Setup): ClosableRenderer => {
  const render = makeRender(setup.emoji);
  return {
    version: rendererVersion,
    render: async (source, context) => render(source, context, setup.realmUrl()),
    close: async () => {},
  };
};
