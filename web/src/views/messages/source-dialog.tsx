import { useSignal } from "@preact/signals";
import { errorText } from "../../api/error-text";
import { useApp } from "../../app/app";
import { copyText } from "../../ui/clipboard";
import { Overlay } from "../../ui/overlay";
import { useLoading } from "../../ui/use-loading";
import { words } from "../../words/en";
import { messageActionWords } from "../../words/en-message-actions";
import { sourceOf } from "./about-message";

/** A message as its author typed it, to read or copy. */
export const SourceDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const { showToast } = useApp();
  const source = useSignal<string | undefined>(undefined);
  const failure = useLoading(source.value === undefined ? `source ${id}` : undefined, async () => {
    source.value = await sourceOf(id);
  });
  const text = source.value;
  return (
    <Overlay title={messageActionWords.source} onClose={onClose} class="form">
      {text === undefined ? (
        <p class={failure ? "problem" : "soft"} role="status">
          {failure ? errorText(failure.error) : words.loading}
        </p>
      ) : (
        <>
          <textarea
            class="field"
            readOnly
            dir="auto"
            rows={Math.min(12, Math.max(3, text.split("\n").length))}
            aria-label={messageActionWords.source}
            value={text}
          />
          <div class="form-actions">
            <button
              type="button"
              class="primary"
              onClick={() =>
                void copyText(text).then(() => {
                  showToast({ text: words.copied });
                  onClose();
                })
              }
            >
              {words.copy}
            </button>
          </div>
        </>
      )}
    </Overlay>
  );
};
