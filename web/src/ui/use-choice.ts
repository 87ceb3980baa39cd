import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

interface ChoiceOptions {
  /** The list's id in the document, which the ids of its options begin with. */
  readonly id: string;
  readonly count: number;
  readonly onPick: (index: number) => void;
  /** How many options stand in a row of a grid, in which arrows to the sides move too. */
  readonly columns?: number;
}

/** A list below a field: the arrow keys choose an option and Enter picks it, while the field keeps the focus. */
export const useChoice = ({ id, count, onPick, columns = 1 }: ChoiceOptions) => {
  const at = useSignal(0);
  const chosen = Math.min(at.value, count - 1);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
  };
  return {
    chosen,
    /** Chooses the first option again, for another query. */
    restart: () => {
      at.value = 0;
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const step = steps[event.key];
      if (step !== undefined) at.value = Math.max(0, Math.min(count - 1, chosen + step));
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
