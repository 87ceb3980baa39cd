import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { changeScheduled } from "../../api/scheduled";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import { tooLong } from "../../app/too-long";
import { placeOfUnsent } from "../../store/pending";
import { keyOf } from "../../store/place";
import { Html } from "../../ui/html";
import { dateAndTime } from "../../ui/time";
import { useIsPast } from "../../ui/use-is-past";
import type { ScheduledMessage } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { pendingWords } from "../../words/en-pending";
import { PendingPage, PlaceLink } from "./pending-page";
import { scheduledKeyOf, takeFromSchedule } from "./scheduled-edits";

const Row = ({ one }: { readonly one: ScheduledMessage }) => {
  const app = useApp();
  const id = one.scheduled_message_id;
  const { drafts } = app;
  const draftKey = scheduledKeyOf(id);
  const kept = drafts.textOf(draftKey);
  const text = useSignal(kept === "" || kept === one.content ? undefined : kept);
  const write = (next: string | undefined) => {
    text.value = next;
    drafts.write(draftKey, undefined, next ?? "");
  };
  const row = useRef<HTMLLIElement>(null);
  /** Whether the user began or ended an edit, and so takes the focus to the field or back. */
  const hasEdited = useRef(false);
  const isEditing = text.value !== undefined;
  useLayoutEffect(() => {
    if (isEditing || hasEdited.current)
      row.current?.querySelector<HTMLElement>("textarea, .form-actions button")?.focus();
    hasEdited.current = isEditing;
  }, [isEditing]);
  const place = placeOfUnsent(one, app.store.ownId);
  const at = one.scheduled_delivery_timestamp * 1000;
  const isPast = useIsPast(at);
  const problem = tooLong(app, text.value ?? "");
  const save = async () => {
    const content = text.value;
    if (content === undefined || content.trim() === "" || problem !== undefined) return;
    // What is typed meanwhile stays in its field.
    if ((await app.attempt(changeScheduled(id, { content }))) && text.value === content) write(undefined);
  };
  /** Cancels it and puts the text back into the compose box of its place. */
  const takeBack = async () => {
    if (place === undefined || !(await takeFromSchedule(app, id, one.content))) return;
    const key = keyOf(place);
    // A message begun there is kept, too.
    app.drafts.write(key, place, [one.content, app.drafts.textOf(key)].filter(Boolean).join("\n\n"));
    app.go({ screen: "narrow", narrow: narrowOf(place, app.store.ownId) });
  };
  const sendNow = async () => {
    if (place === undefined || !(await takeFromSchedule(app, id, one.content))) return;
    app.outbox.send(place, one.content);
  };
  return (
    <li ref={row}>
      <div class="pending-head">
        <PlaceLink place={place} />
        <button
          type="button"
          class="plain when"
          aria-label={pendingWords.changeTime(dateAndTime(at))}
          onClick={() => {
            app.dialog.value = {
              kind: "time",
              start: at,
              choose: (next) =>
                void app.attempt(
                  changeScheduled(id, { scheduled_delivery_timestamp: Math.floor(next / 1000) }),
                ),
            };
          }}
        >
          {dateAndTime(at)}
        </button>
      </div>
      {one.failed && <p class="problem">{words.couldNotSend}</p>}
      {!one.failed && isPast && app.connection.value !== "online" && (
        <p class="problem">{pendingWords.isUnknown}</p>
      )}
      {text.value === undefined ? (
        <Html html={one.rendered_content} />
      ) : (
        <textarea
          class="field"
          dir="auto"
          rows={3}
          aria-label={deferredWords.editLabel}
          value={text.value}
          onKeyDown={(event) => {
            if (event.key === "Escape") write(undefined);
            else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
          onInput={(event) => {
            write(event.currentTarget.value);
          }}
        />
      )}
      {problem !== undefined && (
        <p class="problem" role="status">
          {problem}
        </p>
      )}
      <div class="form-actions">
        {text.value === undefined ? (
          <>
            <button
              type="button"
              class="plain"
              onClick={() => {
                text.value = one.content;
              }}
            >
              {deferredWords.edit}
            </button>
            <button type="button" class="plain" onClick={() => void sendNow()}>
              {pendingWords.sendNow}
            </button>
            <button type="button" class="plain" onClick={() => void takeBack()}>
              {pendingWords.unschedule}
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              class="primary"
              disabled={problem !== undefined}
              onClick={() => void save()}
            >
              {deferredWords.save}
            </button>
            <button type="button" class="plain" onClick={() => write(undefined)}>
              {deferredWords.cancel}
            </button>
          </>
        )}
      </div>
    </li>
  );
};

/** The user's scheduled messages, the next one first. */
export const ScheduledPage = () => {
  const { store } = useApp();
  const list = [...store.scheduled.value.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
  return (
    <PendingPage title={words.scheduledMessages} isEmpty={list.length === 0} hint={pendingWords.noScheduled}>
      {list.map((one) => (
        <Row key={one.scheduled_message_id} one={one} />
      ))}
    </PendingPage>
  );
};
