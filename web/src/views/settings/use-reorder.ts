import { useApp } from "../../app";
import { words } from "../../words/en";
import { adminWords } from "../../words/en-administration";
import { screenWords } from "../../words/en-screens";
import { useDoing } from "./doing";
import { isSameOrder } from "./ordering";

/** Stores another order, unless somebody else has changed it meanwhile, and offers a way back. */
export const useReorder = (
  /** The order as it is stored now. */
  current: () => readonly number[],
  store: (ids: readonly number[]) => Promise<unknown>,
) => {
  const app = useApp();
  const { run, problem } = useDoing();
  const put = (ids: readonly number[], before: readonly number[]) =>
    run(async () => {
      if (!isSameOrder(current(), before)) throw new Error(screenWords.overtaken);
      await store(ids);
    });
  const reorder = async (ids: readonly number[], before: readonly number[]): Promise<void> => {
    if (!(await put(ids, before))) return;
    app.toast.value = {
      text: screenWords.saved(adminWords.order),
      act: { label: words.undo, run: () => void put(before, ids) },
    };
  };
  return { problem, reorder };
};
