import type { PresenceNews, reportPresence } from "../api/presence";

const reportEvery = 55_000;
/** Long enough to read a page or to think about an answer. */
const idleAfter = 300_000;

interface Dependencies {
  /** Whether nobody uses the machine; undefined in browsers, which know about their own window only. */
  readonly isMachineIdle: () => boolean | undefined;
  readonly report: typeof reportPresence;
  /** The last update that is known. */
  readonly upTo: () => number;
  readonly learn: (news: PresenceNews) => void;
}

/**
 * Reports whether the user is active or only connected, and learns the same of others: the server sends events only
 * when somebody arrives, and in small organizations only.
 */
export const keepPresence = ({ isMachineIdle, report, upTo, learn }: Dependencies): (() => void) => {
  let lastInput = Date.now();
  const ended = new AbortController();
  const use = () => {
    lastInput = Date.now();
  };
  for (const type of ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"])
    window.addEventListener(type, use, { passive: true, capture: true, signal: ended.signal });
  const isInUse = () => document.hasFocus() && Date.now() - lastInput < idleAfter;
  const exchange = () => {
    const isIdle = isMachineIdle() ?? !isInUse();
    // A failed report is repeated within a minute.
    report(!isIdle, upTo()).then(learn, () => undefined);
  };
  exchange();
  const timer = setInterval(exchange, reportEvery);
  return () => {
    clearInterval(timer);
    ended.abort();
  };
};
