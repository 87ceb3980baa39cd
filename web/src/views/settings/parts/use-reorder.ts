import { useApp } from "../../../app/app";
import { adminWords } from "../../../words/en-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isSameOrder } from "./ordering";
import { useAction } from "./use-action";

/** Saves a new order unless somebody else has changed it in the meantime, and offers an undo. */
export const useReorder = (
  /** The order as stored. */
  current: () => readonly number[],
  store: (ids: readonly number[]) => Promise<unknown>,
) => {
  const app = useApp();
  const { run, problem } = useAction();
  const put = (ids: readonly number[], before: readonly number[]) =>
    run(async () => {
      if (!isSameOrder(current(), before)) throw new Error(screenWords.editConflict);
      await store(ids);
    });
  const reorder = async (ids: readonly number[], before: readonly number[]): Promise<void> => {
    if (!(await put(ids, before))) return;
    app.showToast({
      text: screenWords.saved(adminWords.order),
      about: "order",
      act: { label: deferredWords.undo, run: () => void put(before, ids) },
    });
  };
  return { problem, reorder };
};
