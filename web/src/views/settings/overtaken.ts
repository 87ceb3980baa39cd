import { useSignal } from "@preact/signals";
import { screenWords } from "../../words/en-screens";

/**
 * Guards a form over something that others may change meanwhile: whoever saves over what they haven't seen hears so, and
 * may save once more.
 */
export const useGuard = (current: string) => {
  const seen = useSignal(current);
  return {
    /** Throws where somebody has changed it since it was seen. */
    check: (): void => {
      if (seen.value === current) return;
      seen.value = current;
      throw new Error(screenWords.overtaken);
    },
    /** What it is once one's own change is there. */
    taken: (next: string): void => {
      seen.value = next;
    },
    isOvertaken: seen.value !== current,
  };
};
