import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { screenWords } from "../../words/en-screens";
import { contested, followed, type Merge, ownChanges } from "./merged-draft";

/**
 * A form over something that others may change meanwhile: each field that is untouched follows them, and whoever would
 * save over what they haven't seen hears so first, and may save once more.
 */
export const useMerged = <A extends object>(now: A) => {
  const merge = useSignal<Merge<A>>({ base: now, draft: now });
  const agreed = useSignal("");
  const text = JSON.stringify(now);
  useEffect(() => {
    merge.value = followed(merge.peek(), now);
  }, [text]);
  const names = contested(merge.value, now);
  return {
    draft: merge.value.draft,
    contested: names,
    put: (change: Partial<A>): void => {
      const { base, draft } = merge.peek();
      merge.value = { base, draft: { ...draft, ...change } };
    },
    /** What is to be sent: only what is different. */
    take: (): Partial<A> => {
      if (names.length > 0 && agreed.peek() !== text) {
        agreed.value = text;
        throw new Error(screenWords.overtaken);
      }
      return ownChanges(merge.peek());
    },
    /** Begins anew with what is there once one's own changes are. */
    begin: (fresh: A): void => {
      merge.value = { base: fresh, draft: fresh };
    },
  };
};
