import { useApp } from "../../app";
import { words } from "../../words/en";
import { useDoing } from "./doing";

/** Something that is done at once, said, and undone where that can be. */
export const useUndoable = () => {
  const app = useApp();
  const { run, problem, isBusy } = useDoing();
  return {
    problem,
    isBusy,
    act: async (text: string, doing: () => Promise<unknown>, back?: () => Promise<unknown>) => {
      if (!(await run(doing))) return false;
      const undo = back && (() => void app.attempt(back()));
      app.toast.value = { text, ...(undo && { act: { label: words.undo, run: undo } }) };
      return true;
    },
  };
};
