import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { editMessage, fetchMessage } from "../../api/requests";
import { useApp } from "../../app/app";
import { words } from "../../words/en";

/** Edits a message in place. */
export const EditForm = ({ id }: { readonly id: number }) => {
  const app = useApp();
  const text = useSignal<string | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  const close = () => {
    app.editing.value = undefined;
    document.getElementById(`message-${id}`)?.focus();
  };
  useEffect(() => {
    void app.attempt(
      fetchMessage(id).then(({ raw_content }) => {
        text.value = raw_content;
      }),
    );
  }, [app, id, text]);
  useEffect(() => {
    const element = field.current;
    if (element === null || text.value === undefined || document.activeElement === element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [text.value]);
  const save = async () => {
    if (text.value !== undefined && (await app.attempt(editMessage(id, text.value)))) close();
  };
  if (text.value === undefined) return <p class="soft">{words.loading}</p>;
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={field}
        aria-label={words.editLabel}
        dir="auto"
        rows={Math.min(12, text.value.split("\n").length + 1)}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            close();
          } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            void save();
          }
        }}
      />
      <div class="edit-actions">
        <button type="submit" class="primary">
          {words.save}
        </button>
        <button type="button" class="plain" onClick={close}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
};
