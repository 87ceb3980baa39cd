import { useApp } from "../../../app/app";
import { deferredWords } from "../../../words/en-deferred";
import { useAction } from "./use-action";

/** An action that runs at once, is confirmed, and can be undone where possible. */
export const useUndoable = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  return {
    problem,
    isBusy,
    act: async (text: string, doing: () => Promise<unknown>, back?: () => Promise<unknown>) => {
      if (!(await run(doing))) return false;
      const undo = back && (() => void app.attempt(back()));
      app.showToast({ text, ...(undo && { act: { label: deferredWords.undo, run: undo } }) });
      return true;
    },
  };
};
