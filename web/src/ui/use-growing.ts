import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { afterFrame } from "../app/after-frame";

/** The least height of an entry of a list, in pixels. */
const entryHeight = 30;

/**
 * How many entries of a list to draw: at first those that a window has room for, and all others once these are on
 * screen.
 */
export const useGrowing = (): number => {
  const most = useSignal(Math.ceil(window.innerHeight / entryHeight));
  useEffect(
    () =>
      afterFrame(() => {
        most.value = Number.POSITIVE_INFINITY;
      }),
    [most],
  );
  return most.value;
};
