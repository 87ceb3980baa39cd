import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Refusal } from "../../api/http";
import { editMessage } from "../../api/message-requests";
import { useApp } from "../../app/app";
import { tooLong } from "../../app/too-long";
import { focusWithLeastScroll, isWriting } from "../../list/reading-focus";
import { editKeyOf } from "../../offline/draft-keys";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import { WritingForm } from "../compose/writing-form";
import { aboutMessage, sourceOf } from "./about-message";

/** Edits a message in place. Changes stay until they are saved or canceled, wherever the user goes. */
export const EditForm = ({ message }: { readonly message: Message }) => {
  const { id } = message;
  const app = useApp();
  const { drafts, uploads } = app;
  const draftKey = editKeyOf(message);
  const text = useSignal(drafts.textOf(draftKey) || undefined);
  const preview = useSignal<string | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  /** The text that the edit replaces, if it is known. */
  const before = useRef<string | undefined>(undefined);
  const isSaving = useRef(false);
  /** The key under which it is stored now: it changes with the message. */
  const storedAs = useRef(draftKey);
  const close = () => {
    drafts.write(storedAs.current, undefined, "");
    // While this was saved, another edit may have begun.
    if (app.editing.peek() !== id) return;
    app.editing.value = undefined;
    focusWithLeastScroll(document.getElementById(`message-${id}`));
  };
  /** Closes it without saving. An undo restores the changes. */
  const cancel = () => {
    const lost = text.value;
    const isChanged = lost !== undefined && before.current !== undefined && lost !== before.current;
    close();
    if (!isChanged) return;
    const reopen = () => {
      drafts.write(editKeyOf(message), undefined, lost);
      app.editing.value = id;
    };
    app.showToast({ text: deferredWords.editDiscarded, act: { label: deferredWords.undo, run: reopen } });
  };
  const write = (next: string) => {
    text.value = next;
    drafts.write(draftKey, undefined, next);
  };
  const learn = async () => {
    const content = await sourceOf(id);
    before.current = content;
    text.value ??= content;
  };
  useEffect(() => {
    if (text.value === undefined) void app.attempt(learn());
    // A text that was written earlier is available without an answer, too.
    else learn().catch(() => undefined);
  }, [app, id]);
  useEffect(() => {
    const last = storedAs.current;
    if (last === draftKey) return;
    // The message was edited elsewhere; the edit here continues.
    storedAs.current = draftKey;
    drafts.write(draftKey, undefined, drafts.textOf(last));
    drafts.write(last, undefined, "");
    uploads.move(last, { draftKey, place: undefined });
  }, [draftKey]);
  const isReady = text.value !== undefined;
  useEffect(() => {
    const element = field.current;
    // Don't interrupt users who are writing elsewhere now.
    if (element === null || isWriting()) return;
    focusWithLeastScroll(element);
    element.setSelectionRange(element.value.length, element.value.length);
  }, [isReady]);
  const problem = tooLong(app, text.value ?? "");
  const explain = (error: unknown): never => {
    if (!(error instanceof Refusal) || error.code !== "EXPECTATION_MISMATCH") throw error;
    before.current = undefined;
    throw new Error(cardWords.editedElsewhere);
  };
  const save = async () => {
    const content = text.value;
    if (content === undefined || problem !== undefined || isSaving.current) return;
    isSaving.current = true;
    const isSaved = await app.attempt(
      aboutMessage(id, editMessage(id, content, before.current)).catch(explain),
    );
    isSaving.current = false;
    if (!isSaved) return;
    if (text.value === content) return close();
    // The user has typed more since.
    before.current = undefined;
    learn().catch(() => undefined);
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
      problem={problem}
      onChange={write}
      onSend={() => void save()}
      onFiles={(files) => {
        // If the form has closed by then, the link is added to what is stored.
        write(text.value ?? "");
        uploads.add({ draftKey, place: undefined }, files);
      }}
      onEscape={cancel}
    >
      <button type="button" class="plain" onClick={cancel}>
        {deferredWords.cancel}
      </button>
      <button type="submit" class="primary" disabled={problem !== undefined}>
        {deferredWords.save}
      </button>
    </WritingForm>
  );
};
