import { useSignal } from "@preact/signals";
import { addSnippet } from "../../api/account";
import { useApp } from "../../app/app";
import { Overlay } from "../../ui/overlay";
import { deferredWords } from "../../words/en-deferred";
import { snippetWords } from "../../words/en-snippets";

interface NewSnippetProps {
  /** The text to begin with. */
  readonly content: string;
  readonly onClose: () => void;
}

/** Saves a text to insert into later messages. */
export const NewSnippet = ({ content, onClose }: NewSnippetProps) => {
  const app = useApp();
  const title = useSignal("");
  const text = useSignal(content);
  const save = async () => {
    const name = title.value.trim();
    if (!(await app.attempt(addSnippet(name, text.value)))) return;
    onClose();
    app.showToast({ text: snippetWords.saved(name) });
  };
  return (
    <Overlay title={snippetWords.snippets} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          {snippetWords.title}
          <input
            class="field"
            dir="auto"
            required
            maxLength={60}
            value={title.value}
            onInput={(event) => {
              title.value = event.currentTarget.value;
            }}
          />
        </label>
        <label>
          {snippetWords.text}
          <textarea
            class="field"
            rows={6}
            dir="auto"
            required
            maxLength={10_000}
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="form-actions">
          <button
            type="submit"
            class="primary"
            disabled={title.value.trim() === "" || text.value.trim() === ""}
          >
            {snippetWords.save}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {deferredWords.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
