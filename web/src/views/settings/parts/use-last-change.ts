import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { SettingChange } from "../../../api/settings";
import { type LoggedSubject, lastChangeIn, loadChanges } from "./last-change";

/** Who last changed an item of a list, once known for its current state. */
export const useLastChange = (
  logged: LoggedSubject,
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
