import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { isWriting, returnToReading } from "../../list/reading-focus";
import { unsentKeyOf } from "../../offline/draft-keys";
import { cancelEdit, editUnsent, isEditedHere } from "../../offline/edit-unsent";
import type { Unsent } from "../../offline/outbox";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { WritingForm } from "../compose/writing-form";

/** An outgoing message. While it waits, and after it has failed, its author can change, resend or discard it. */
export const UnsentMessage = ({ one }: { readonly one: Unsent }) => {
  const { key, content, problem } = one;
  const { outbox } = useApp();
  const editButton = useRef<HTMLButtonElement>(null);
  /** Whether an edit has ended and the focus should return to the button that began it, which is gone during a try. */
  const isReturning = useRef(false);
  const isWaiting = outbox.isWaiting(one);
  const isBusy = !outbox.mayChange(key);
  const finish = () => {
    isReturning.current = true;
  };
  useEffect(() => {
    if (!isReturning.current || editButton.current === null) return;
    isReturning.current = false;
    // Users who are writing elsewhere now keep the focus.
    if (!isWriting()) editButton.current.focus();
  });
  const save = () => {
    if (content.trim() === "") return;
    editUnsent(outbox, one, content.trim(), true);
    outbox.retry(key);
    finish();
  };
  const cancel = () => {
    cancelEdit(outbox, one);
    finish();
  };
  if (isEditedHere(outbox, one)) return <EditUnsent one={one} onSave={save} onCancel={cancel} />;
  return (
    <>
      <p class="words source" dir="auto">
        {content}
      </p>
      {problem === undefined && <span class="soft">{words.sending}</span>}
      {(problem !== undefined || isWaiting) && (
        <div class="edit-actions" {...(problem !== undefined && { role: "alert" })}>
          {problem !== undefined && (
            <>
              <span class="problem">{problem === "" ? deferredWords.notSent : problem}</span>
              <button type="button" class="plain" onClick={() => outbox.retry(key)}>
                {deferredWords.retry}
              </button>
            </>
          )}
          <button
            ref={editButton}
            type="button"
            class="plain"
            aria-disabled={isBusy}
            onClick={() => editUnsent(outbox, one, content)}
          >
            {deferredWords.edit}
          </button>
          <button
            type="button"
            class="plain"
            aria-disabled={isBusy}
            onClick={() => {
              outbox.discard(key);
              if (!isBusy) returnToReading();
            }}
          >
            {deferredWords.discard}
          </button>
        </div>
      )}
    </>
  );
};

interface EditProps {
  readonly one: Unsent;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

const EditUnsent = ({ one, onSave, onCancel }: EditProps) => {
  const { outbox, uploads } = useApp();
  const { content, key } = one;
  const field = useRef<HTMLTextAreaElement>(null);
  const preview = useSignal<string | undefined>(undefined);
  const draftKey = unsentKeyOf(key);
  const isUploading = uploads.isBusy(draftKey);
  useLayoutEffect(() => {
    // An edit that continues after a reload doesn't interrupt users who are writing elsewhere.
    if (isWriting()) return;
    field.current?.focus();
    field.current?.setSelectionRange(content.length, content.length);
  }, []);
  useEffect(
    () => () => {
      // If the user has gone elsewhere, links to files that finish uploading are added at the end of the text.
      uploads.receive(draftKey, (link) => {
        const now = outbox.unsent.peek().find((other) => other.key === key);
        if (now && isEditedHere(outbox, now)) editUnsent(outbox, now, `${now.content}\n${link}`);
      });
    },
    [draftKey, key, outbox, uploads],
  );
  return (
    <WritingForm
      class="edit"
      field={field}
      label={deferredWords.editLabel}
      placeholder=""
      draftKey={draftKey}
      place={undefined}
      text={content}
      preview={preview}
      onChange={(text) => editUnsent(outbox, one, text)}
      onSend={onSave}
      onFiles={(files) => uploads.add({ draftKey, place: undefined }, files)}
      onEscape={onCancel}
    >
      <button type="button" class="plain" onClick={onCancel}>
        {deferredWords.cancel}
      </button>
      <button type="submit" class="primary" disabled={content.trim() === "" && !isUploading}>
        {words.send}
      </button>
    </WritingForm>
  );
};
