import type { App } from "./app";

/**
 * Makes a link to the message that the URL already names lead there again: browsers don't report such clicks. Returns a function that
 * stops it.
 */
export const followLinksAgain = ({ location, go }: App): (() => void) => {
  const ended = new AbortController();
  document.addEventListener(
    "click",
    ({ target, defaultPrevented, ctrlKey, metaKey, shiftKey }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null;
      const at = location.peek();
      if (defaultPrevented || ctrlKey || metaKey || shiftKey) return;
      if (link?.href !== window.location.href || !("near" in at)) return;
      go(at);
    },
    { signal: ended.signal },
  );
  return () => ended.abort();
};
