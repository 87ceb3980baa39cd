import type { ClosableRenderer } from "./pooled-renderer";
import { makeRender } from "./render";
import { rendererVersion } from "./renderer-version";
import type { RendererSetup } from "./rendering/rendering";

/** Renders in the calling thread, for tests and for programs that serve no requests. */
export const inThreadRenderer = (setup: RendererSetup): ClosableRenderer => {
  const render = makeRender(setup.emoji);
  return {
    version: rendererVersion,
    render: async (source, context) => render(source, context, setup.realmUrl()),
    close: async () => {},
  };
};
