import { useApp } from "../../app/app";
import { copyText } from "../../ui/clipboard";
import { OnlyHere } from "../../ui/only-here";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { firstStepsWords } from "../../words/en-first-steps";

/** How to install the client as an app, and the server address for other apps. */
export const AppsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { showToast } = useApp();
  const address = window.location.origin;
  return (
    <Overlay title={firstStepsWords.apps} onClose={onClose} class="form">
      <p>{firstStepsWords.inBrowser}</p>
      <p>{firstStepsWords.inZulip}</p>
      <input class="field" readOnly aria-label={firstStepsWords.address} value={address} />
      <OnlyHere address={address} />
      <div class="form-actions">
        <button
          type="button"
          class="primary"
          onClick={() =>
            void copyText(address).then(() => {
              showToast({ text: words.copied });
            })
          }
        >
          {firstStepsWords.copyAddress}
        </button>
      </div>
    </Overlay>
  );
};
