/**
 * Increases when the same source renders to different HTML. In a file of its own, so that the pool does not load the
 * renderer.
 */
export const rendererVersion = 2;
