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
  let wasIdle = false;
  const ended = new AbortController();
  const isInUse = () => document.hasFocus() && Date.now() - lastInput < idleAfter;
  const isIdle = () => isMachineIdle() ?? !isInUse();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const exchange = () => {
    clearTimeout(timer);
    timer = setTimeout(exchange, reportEvery);
    wasIdle = isIdle();
    // A failed report is repeated within a minute.
    report(!wasIdle, upTo()).then(learn, () => undefined);
  };
  const use = () => {
    lastInput = Date.now();
    // Others needn't wait for the next report to see who is back.
    if (wasIdle && !isIdle()) exchange();
  };
  for (const type of ["focus", "pointermove", "pointerdown", "keydown", "wheel", "touchstart"])
    window.addEventListener(type, use, { passive: true, capture: true, signal: ended.signal });
  exchange();
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
};
