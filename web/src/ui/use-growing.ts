import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { afterFrame } from "../app/after-frame";

/**
 * How many entries of a list to draw: at first those that the window has room for below what precedes them, and all
 * others once these are on screen. Heights are in pixels, at least.
 */
export const useGrowing = (entryHeight: number, heightBefore: number): number => {
  const most = useSignal(Math.ceil((window.innerHeight - heightBefore) / entryHeight));
  useEffect(
    () =>
      afterFrame(() => {
        most.value = Number.POSITIVE_INFINITY;
      }),
    [most],
  );
  return most.value;
};
