import { useApp } from "../../app";
import { copyText } from "../../ui/clipboard";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { firstWords } from "../../words/en-first";

/** How the client becomes an app, and what other apps are told. */
export const AppsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { toast } = useApp();
  const address = window.location.origin;
  return (
    <Overlay title={firstWords.apps} onClose={onClose} class="form">
      <p>{firstWords.inBrowser}</p>
      <p>{firstWords.inZulip}</p>
      <input class="field" readOnly aria-label={firstWords.address} value={address} />
      <div class="form-acts">
        <button
          type="button"
          class="primary"
          onClick={() =>
            void copyText(address).then(() => {
              toast.value = { text: words.copied };
            })
          }
        >
          {firstWords.copyAddress}
        </button>
      </div>
    </Overlay>
  );
};
