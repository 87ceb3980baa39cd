import type { Signal } from "@preact/signals";
import { screenWords } from "../../../words/en-settings-screens";

interface ShowMoreProps {
  /** How many rows are shown now. */
  readonly limit: Signal<number>;
  /** How many there are. */
  readonly total: number;
  /** How many more a click shows. */
  readonly step: number;
}

/** A button under a long list that shows more of its rows. */
export const ShowMore = ({ limit, total, step }: ShowMoreProps) =>
  total > limit.value ? (
    <div>
      <button
        type="button"
        class="plain"
        onClick={() => {
          limit.value += step;
        }}
      >
        {screenWords.showMore}
      </button>
    </div>
  ) : null;
