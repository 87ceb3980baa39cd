import type { Signal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import type { Place } from "../../store/place";
import { Icon } from "../../ui/icon";
import { insertText } from "../../ui/insert-text";
import { words } from "../../words/en";
import { deferred, loadDeferred } from "../lazy/lazy-views";
import { EmojiButton } from "./emoji-button";
import { WritingField } from "./writing-field";

interface WritingFormProps {
  readonly class: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly draftKey: string;
  /** Where a poll would be sent; without it, none is offered. */
  readonly place: Place | undefined;
  readonly text: string;
  readonly preview: Signal<string | undefined>;
  /** Why it can't be sent; undefined if it can, empty if that is said elsewhere. */
  readonly problem?: string | undefined;
  /** Whether it is sent at once while files are uploaded, which stay for the next message. */
  readonly isWithoutFiles?: boolean;
  /** The hint for the text, shown below it, if any. */
  readonly note?: ComponentChildren;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  /** The text waits elsewhere until its files are uploaded. */
  readonly onSetAside?: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onFocusOut?: () => void;
  /** Escape, unless it closes something in the form. */
  readonly onEscape?: () => void;
  /** The buttons at the end. */
  readonly children: ComponentChildren;
}

/** Text that is dragged goes where it is dropped, as in any field. */
const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;

/** Inserts text at the caret of a field, which takes the focus. Returns all that it holds then. */
export const putInto = (element: HTMLTextAreaElement, more: string, takesFocus = true): string => {
  if (takesFocus) element.focus();
  insertText(element, more);
  return element.value;
};

/** Writes or changes a message, with all the tools for it. */
export const WritingForm = (props: WritingFormProps) => {
  const { field, label, draftKey, text, preview, problem, onChange, onSend, onFiles, onEscape } = props;
  const app = useApp();
  const { attempt, uploads } = app;
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(
    () =>
      uploads.receive(draftKey, (link) => {
        const element = field.current;
        const isMidLine = element && /[^\n]$/.test(element.value.slice(0, element.selectionStart));
        // A finished upload doesn't move the focus from where the user is now.
        if (element)
          change.current(
            putInto(element, isMidLine ? `\n${link}` : link, element.form?.contains(document.activeElement)),
          );
      }),
    [uploads, draftKey],
  );
  const send = () => {
    if (props.isWithoutFiles || !uploads.isBusy(draftKey)) onSend();
    else void attempt(loadDeferred().then(({ enqueue }) => enqueue(app, props)));
  };
  const put = (more: string) => {
    if (field.current) onChange(putInto(field.current, more));
  };
  const parts = deferred.value;
  return (
    <form
      class={`writer ${props.class}`}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || (preview.value === undefined && !onEscape)) return;
        // It closes the preview and nothing else.
        event.preventDefault();
        event.stopPropagation();
        if (preview.value === undefined) return onEscape?.();
        preview.value = undefined;
        field.current?.focus();
      }}
      onFocusOut={props.onFocusOut}
      onDragOver={(event) => {
        if (holdsFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {parts && preview.value !== undefined && <parts.Preview html={preview} />}
      <WritingField
        field={field}
        value={text}
        label={label}
        placeholder={props.placeholder}
        onChange={onChange}
        onSend={send}
        onFiles={onFiles}
      />
      {parts && <parts.UploadList place={props.place} draftKey={draftKey} onSend={onSend} />}
      {props.note}
      <div class="compose-actions">
        {problem && (
          <span class="problem" role="status">
            {problem}
          </span>
        )}
        {parts && (
          <parts.ComposeTools
            place={props.place}
            content={text}
            field={field}
            put={put}
            onChange={onChange}
          />
        )}
        <label class="quiet upload" title={words.attach}>
          <Icon name="clip" />
          <span class="unseen">{words.attach}</span>
          <input
            type="file"
            multiple
            class="unseen"
            onChange={(event) => {
              onFiles([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <EmojiButton onPick={(name) => put(`:${name}: `)} />
        <button
          type="button"
          class="quiet preview-button"
          aria-label={words.preview}
          title={words.preview}
          aria-pressed={preview.value !== undefined}
          onClick={() => void attempt(loadDeferred().then((loaded) => loaded.togglePreview(preview, text)))}
        >
          <Icon name="eye" />
        </button>
        {props.children}
      </div>
    </form>
  );
};
