import { useSignal } from "@preact/signals";
import { errorText } from "../../api/error-text";
import { reportMessage } from "../../api/message-requests";
import { useApp } from "../../app/app";
import { Overlay } from "../../ui/overlay";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";

const longestExplanation = 1000;

/** Reports a message to the moderators. */
export const ReportDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const app = useApp();
  const reason = useSignal("spam");
  const text = useSignal("");
  const problem = useSignal("");
  const report = () =>
    reportMessage(id, reason.value, text.value).then(
      () => {
        onClose();
        app.showToast({ text: cardWords.reported });
      },
      (error) => {
        problem.value = errorText(error);
      },
    );
  return (
    <Overlay title={deferredWords.report} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void report();
        }}
      >
        <label>
          {cardWords.reportReason}
          <select
            class="field"
            value={reason.value}
            onChange={(event) => {
              reason.value = event.currentTarget.value;
            }}
          >
            {Object.entries(cardWords.reportReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          {cardWords.reportText}
          <textarea
            class="field"
            rows={3}
            dir="auto"
            maxLength={longestExplanation}
            value={text.value}
            required={reason.value === "other"}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="form-actions">
          <button type="submit" class="primary">
            {deferredWords.report}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {deferredWords.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
