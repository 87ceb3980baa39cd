import type { reportPresence } from "../api/presence";
import type { Presence } from "../wire/wire";

const reportEvery = 55_000;
/** Long enough to read a page or to think about an answer. */
const idleAfter = 300_000;

interface Dependencies {
  /** Whether nobody uses the machine; undefined in browsers, which know about their own window only. */
  readonly isMachineIdle: () => boolean | undefined;
  readonly report: typeof reportPresence;
  readonly learn: (presences: Readonly<Record<string, Presence>>) => void;
}

/**
 * Reports whether the user is active or only connected, and learns the same of others: the server sends events only
 * when somebody arrives, and in small organizations only.
 */
export const keepPresence = ({ isMachineIdle, report, learn }: Dependencies): (() => void) => {
  let lastInput = Date.now();
  let lastUpdateId = -1;
  const ended = new AbortController();
  const use = () => {
    lastInput = Date.now();
  };
  for (const type of ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"])
    window.addEventListener(type, use, { passive: true, capture: true, signal: ended.signal });
  const isInUse = () => document.hasFocus() && Date.now() - lastInput < idleAfter;
  const exchange = () => {
    const isIdle = isMachineIdle() ?? !isInUse();
    report(!isIdle, lastUpdateId).then(
      (news) => {
        lastUpdateId = news.presence_last_update_id;
        learn(news.presences);
      },
      // A failed report is repeated within a minute.
      () => undefined,
    );
  };
  exchange();
  const timer = setInterval(exchange, reportEvery);
  return () => {
    clearInterval(timer);
    ended.abort();
  };
};
