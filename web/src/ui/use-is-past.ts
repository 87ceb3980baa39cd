import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The longest wait that browsers can time, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Whether a time has passed, in Unix milliseconds. */
export const useIsPast = (at: number): boolean => {
  const isPast = useSignal(at < Date.now());
  useEffect(() => {
    const look = () => {
      isPast.value = at < Date.now();
    };
    look();
    const timer = setTimeout(look, Math.min(Math.max(0, at - Date.now() + 1), longest));
    return () => clearTimeout(timer);
  }, [at, isPast]);
  return isPast.value;
};
