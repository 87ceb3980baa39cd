import type { Dialog } from "../app/dialog";
import { Overlay } from "../ui/overlay";
import { deferredWords } from "../words/en-deferred";

interface ConfirmProps {
  readonly open: Extract<Dialog, { kind: "confirm" }>;
  readonly onClose: () => void;
}

/** Asks before an action. */
export const Confirm = ({
  open: { text, about, label, stay = deferredWords.cancel, run },
  onClose,
}: ConfirmProps) => (
  <Overlay title={text} onClose={onClose} class="confirm">
    {about && (
      <p class="meant" dir="auto">
        {about}
      </p>
    )}
    <div class="form-actions">
      <button
        type="button"
        class="primary danger"
        onClick={() => {
          onClose();
          run();
        }}
      >
        {label}
      </button>
      <button type="button" class="plain" onClick={onClose}>
        {stay}
      </button>
    </div>
  </Overlay>
);
