import { deferredWords } from "../../words/en-deferred";
import { pendingWords } from "../../words/en-pending";
import { TimeForm } from "./time-form";

interface TimeProps {
  /** The initial time, in Unix milliseconds. */
  readonly start?: number | undefined;
  readonly choose: (at: number) => void;
  readonly onClose: () => void;
}

/** Chooses when to send a message. */
export const TimeDialog = ({ start, choose, onClose }: TimeProps) => (
  <TimeForm
    title={deferredWords.sendLater}
    timeLabel={pendingWords.sendAt}
    submitLabel={pendingWords.schedule}
    start={start}
    choose={(at) => {
      onClose();
      choose(at);
    }}
    onClose={onClose}
  />
);
