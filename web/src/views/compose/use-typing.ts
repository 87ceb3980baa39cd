import { useRef } from "preact/hooks";
import { signalTyping } from "../../api/requests";
import type { Place } from "../../store/place";

const typingEvery = 10_000;
const typingStops = 5000;

/** Sends typing notifications while the user types. */
export const useTyping = (place: Place | undefined) => {
  const last = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  const notifyTyping = (op: "start" | "stop") => {
    // A failed typing notification isn't worth a retry.
    if (place) signalTyping(place, op).catch(() => undefined);
  };
  const stop = () => {
    clearTimeout(timer.current);
    if (last.current > 0) notifyTyping("stop");
    last.current = 0;
  };
  const typed = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(stop, typingStops);
    if (Date.now() - last.current < typingEvery) return;
    last.current = Date.now();
    notifyTyping("start");
  };
  return { typed, stop };
};
