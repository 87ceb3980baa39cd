import type { ClosableRenderer } from "./pooled-renderer";
import { makeRender } from "./render";
import { rendererVersion } from "./renderer-version";
import type { Setup } from "./run";

/** Renders in the thread that asks: for tests, and programs that serve nobody meanwhile. */
export const inThreadRenderer = (setup: Setup): ClosableRenderer => {
  const render = makeRender(setup.emoji);
  return {
    version: rendererVersion,
    render: async (source, context) => render(source, context, setup.realmUrl()),
    start: () => {},
    close: async () => {},
  };
};
