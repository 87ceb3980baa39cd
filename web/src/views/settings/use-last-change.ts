import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { SettingChange } from "../../api/settings";
import { type Logged, lastChangeIn, loadChanges } from "./logged";

/** Who changed something of a list last, once that is known of what it is now. */
export const useLastChange = (
  logged: Logged,
  mayKnow: boolean,
  now: string,
  fits: (change: SettingChange) => boolean,
): SettingChange | undefined => {
  const knownOf = useSignal("");
  useEffect(() => {
    if (!mayKnow) return;
    void loadChanges(logged).then(() => {
      knownOf.value = now;
    });
  }, [logged.id, mayKnow, now]);
  return knownOf.value === now ? lastChangeIn(logged, fits) : undefined;
};
