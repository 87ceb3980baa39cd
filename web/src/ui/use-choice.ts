import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

interface ChoiceOptions {
  /** The list's id in the document, which the ids of its options begin with. */
  readonly id: string;
  readonly count: number;
  readonly onPick: (index: number) => void;
  /** Where a key leads from an option, if they don't just follow each other; undefined if the key moves nothing. */
  readonly stepFrom?: (at: number, key: string) => number | undefined;
}

/** A list below a field: the arrow keys choose an option and Enter picks it, while the field keeps the focus. */
export const useChoice = ({ id, count, onPick, stepFrom }: ChoiceOptions) => {
  const at = useSignal(0);
  const chosen = Math.min(at.value, count - 1);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  const inList = (from: number, key: string): number | undefined =>
    key === "ArrowDown" ? from + 1 : key === "ArrowUp" ? from - 1 : undefined;
  return {
    chosen,
    /** Chooses the first option again, for another query. */
    restart: () => {
      at.value = 0;
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const next = (stepFrom ?? inList)(chosen, event.key);
      if (next !== undefined) at.value = Math.max(0, Math.min(count - 1, next));
      else if (event.key === "Enter" && chosen >= 0) onPick(chosen);
      else return;
      event.preventDefault();
    },
    field: {
      role: "combobox" as const,
      "aria-expanded": count > 0,
      ...(count > 0 && { "aria-controls": id, "aria-activedescendant": `${id}-${chosen}` }),
    },
    list: (label: string) => ({ id, role: "listbox" as const, "aria-label": label }),
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: "option" as const,
      tabIndex: -1,
      "aria-selected": index === chosen,
    }),
  };
};
