import { formatWords } from "../../words/en-format";
import { TimeForm } from "../pending/time-form";

interface Props {
  /** The initial time, in Unix milliseconds. */
  readonly start?: number | undefined;
  readonly choose: (at: number) => void;
  readonly onClose: () => void;
}

/** Chooses a time to write into a message; it may be past. */
export const GlobalTimeDialog = ({ start, choose, onClose }: Props) => (
  <TimeForm
    title={formatWords.time}
    timeLabel={formatWords.timeLabel}
    submitLabel={formatWords.insertTime}
    start={start}
    mayBePast
    choose={(at) => {
      onClose();
      choose(at);
    }}
    onClose={onClose}
  >
    <p class="soft">{formatWords.timeHint}</p>
  </TimeForm>
);
