import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { editMessage } from "../../api/message-requests";
import { fetchMessage } from "../../api/requests";
import { useApp } from "../../app/app";
import { focusWithLeastScroll, isWriting } from "../../list/reading-focus";
import { editKeyOf } from "../../offline/draft-keys";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { WritingForm } from "../compose/writing-form";

/** Edits a message in place. What was changed stays until it is saved or canceled, wherever the user goes. */
export const EditForm = ({ message }: { readonly message: Message }) => {
  const { id } = message;
  const app = useApp();
  const { drafts, uploads } = app;
  const draftKey = editKeyOf(message);
  const text = useSignal(drafts.textOf(draftKey) || undefined);
  const preview = useSignal<string | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  const close = () => {
    drafts.write(draftKey, undefined, "");
    app.editing.value = undefined;
    focusWithLeastScroll(document.getElementById(`message-${id}`));
  };
  const write = (next: string) => {
    text.value = next;
    drafts.write(draftKey, undefined, next);
  };
  useEffect(() => {
    if (text.value !== undefined) return;
    void app.attempt(
      fetchMessage(id).then(({ raw_content }) => {
        text.value ??= raw_content;
      }),
    );
  }, [app, id, text]);
  const isReady = text.value !== undefined;
  useEffect(() => {
    const element = field.current;
    // Somebody who now writes elsewhere isn't interrupted.
    if (element === null || isWriting()) return;
    focusWithLeastScroll(element);
    element.setSelectionRange(element.value.length, element.value.length);
  }, [isReady]);
  const save = async () => {
    if (text.value === undefined) return;
    if (await app.attempt(editMessage(id, text.value))) close();
  };
  if (text.value === undefined) return <p class="soft">{words.loading}</p>;
  return (
    <WritingForm
      class="edit"
      field={field}
      label={deferredWords.editLabel}
      placeholder=""
      draftKey={draftKey}
      place={undefined}
      text={text.value}
      preview={preview}
      onChange={write}
      onSend={() => void save()}
      onFiles={(files) => {
        // If the form is left meanwhile, the link is added to what is stored.
        write(text.value ?? "");
        uploads.add({ draftKey, place: undefined }, files);
      }}
      onEscape={close}
    >
      <button type="button" class="plain" onClick={close}>
        {deferredWords.cancel}
      </button>
      <button type="submit" class="primary">
        {deferredWords.save}
      </button>
    </WritingForm>
  );
};
