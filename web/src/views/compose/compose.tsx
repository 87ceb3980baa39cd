import { effect, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { inserted } from "../../app/insert-into-compose";
import { tooLong } from "../../app/too-long";
import { keyOf, type Place } from "../../store/place";
import { Icon } from "../../ui/icon";
import { topicName, useDirectName } from "../../ui/place-heading";
import { words } from "../../words/en";
import { deferred, loadDeferred } from "../lazy/lazy-views";
import { goesWithoutFiles, isCommand } from "./slash-commands";
import { useTyping } from "./use-typing";
import { putInto, WritingForm } from "./writing-form";

interface ComposeProps {
  /** The recipient; undefined until the user has chosen one. */
  readonly place: Place | undefined;
  readonly draftKey: string;
  /** Whether the draft syncs to all devices; only once its recipient is settled. */
  readonly isShared?: boolean;
  readonly onSent?: () => void;
  /** Why nothing can be sent here, if so; empty if that is said elsewhere. */
  readonly refusal?: string | undefined;
}

/** The compose box: Enter sends, Shift+Enter inserts a line break. */
export const Compose = ({ place, draftKey, isShared = true, onSent, refusal }: ComposeProps) => {
  const app = useApp();
  const directName = useDirectName();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(app.drafts.textOf(draftKey));
  const preview = useSignal<string | undefined>(undefined);
  const typing = useTyping(place);
  const parts = deferred.value;

  const write = (next: string) => {
    text.value = next;
    app.drafts.write(draftKey, isShared ? place : undefined, next);
    if (next.trim() !== "" && refusal === undefined) typing.typed();
  };
  const { uploads } = app;
  const addFiles = (files: readonly File[]) =>
    uploads.add({ draftKey, place: isShared ? place : undefined }, files);
  const isUploading = uploads.isBusy(draftKey);
  const writeNow = useRef(write);
  writeNow.current = write;
  /** The last text that this box had in common with the server or another window. */
  const common = useRef("");
  /** Applies changes from other windows and devices, unless they lack what is typed here. */
  const catchUp = () => {
    const { drafts } = app;
    const [here, elsewhere] = [text.peek().trim(), drafts.peek(draftKey).trim()];
    const isAhead = drafts.isAhead(draftKey);
    if (here === elsewhere) {
      if (!isAhead || drafts.serverTextOf(draftKey)?.trim() === here) common.current = here;
      return;
    }
    const isTyping = document.hasFocus() && document.activeElement === field.current;
    const isKnown = here === "" || here === common.current || drafts.local.peek().has(draftKey);
    if (isAhead || (isTyping && !isKnown)) return;
    text.value = drafts.textOf(draftKey);
    common.current = elsewhere;
  };
  useSignalEffect(() => {
    app.store.drafts.value;
    catchUp();
  });
  // Before the next key press, so that fast typists type into the field.
  useLayoutEffect(
    () =>
      effect(() => {
        const more = inserted.value;
        if (more === undefined) return;
        // After rendering: another compose box may take the place of this one.
        queueMicrotask(() => {
          if (field.current === null || inserted.peek() !== more) return;
          inserted.value = undefined;
          writeNow.current(putInto(field.current, more.text));
          if (more.focus !== undefined) document.querySelector<HTMLElement>(more.focus)?.focus();
        });
      }),
    [],
  );
  useEffect(() => {
    text.value = app.drafts.textOf(draftKey);
    preview.value = undefined;
  }, [app, draftKey, text, preview]);

  const problem = refusal ?? tooLong(app, text.value);
  const canSend = (text.value.trim() !== "" || isUploading) && place !== undefined && problem === undefined;
  const clear = () => {
    write("");
    typing.stop();
    preview.value = undefined;
    onSent?.();
  };
  const send = () => {
    const content = text.value.trim();
    if (!canSend || content === "") return;
    if (isCommand(content)) void run(content);
    else app.outbox.send(place, content);
    parts?.leaveFiles(uploads, { draftKey, place, content });
    clear();
  };
  /** Runs a slash command; only the user sees its reply. */
  const run = async (command: string) => {
    if (!(await app.attempt(loadDeferred().then(({ runSlashCommand }) => runSlashCommand(app, command)))))
      write(command);
  };
  const to =
    place === undefined
      ? words.message
      : place.kind === "topic"
        ? words.messageTo(topicName(place.topic))
        : words.messageTo(directName(place.userIds));
  return (
    <WritingForm
      class="compose"
      field={field}
      label={to}
      placeholder={to}
      draftKey={draftKey}
      place={place}
      text={text.value}
      preview={preview}
      problem={problem}
      isWithoutFiles={goesWithoutFiles(text.value)}
      note={parts && <parts.ComposeNotes content={text.value} place={place} />}
      onChange={write}
      onSend={send}
      onSetAside={clear}
      onFiles={addFiles}
      onFocusOut={() => setTimeout(catchUp)}
    >
      {parts && canSend && !isUploading && (
        <parts.SendLater
          place={place}
          text={text}
          field={field}
          draftKey={draftKey}
          isShared={isShared}
          onChange={write}
        />
      )}
      <button
        type="submit"
        class="primary send"
        disabled={!canSend}
        aria-label={words.send}
        title={words.send}
      >
        <Icon name="send" />
      </button>
    </WritingForm>
  );
};

/** The key of a draft: that of its place. */
export const draftKeyOf = (place: Place): string => keyOf(place);
