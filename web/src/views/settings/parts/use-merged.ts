import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { screenWords } from "../../../words/en-settings-screens";
import { changedFields, conflicting, type Merge, rebased } from "./merged-draft";

/**
 * A form whose data others may change in the meantime: untouched fields follow, and the first attempt to save over
 * unseen changes only warns.
 */
export const useMerged = <A extends object>(now: A) => {
  const merge = useSignal<Merge<A>>({ base: now, draft: now });
  const agreed = useSignal("");
  const text = JSON.stringify(now);
  useEffect(() => {
    merge.value = rebased(merge.peek(), now);
  }, [text]);
  const names = conflicting(merge.value, now);
  return {
    draft: merge.value.draft,
    conflicting: names,
    put: (change: Partial<A>): void => {
      const { base, draft } = merge.peek();
      merge.value = { base, draft: { ...draft, ...change } };
    },
    /** The fields to send: only those that differ. */
    take: (): Partial<A> => {
      if (names.length > 0 && agreed.peek() !== text) {
        agreed.value = text;
        throw new Error(screenWords.editConflict);
      }
      return changedFields(merge.peek());
    },
    /** Resets the form once the user's own changes have arrived. */
    begin: (fresh: A): void => {
      merge.value = { base: fresh, draft: fresh };
    },
  };
};
