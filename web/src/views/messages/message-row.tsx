import { useSignal } from "@preact/signals";
import { changeFlag } from "../../api/requests";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import { keyOf, placeOf } from "../../store/place";
import { Avatar } from "../../ui/avatar";
import { Html } from "../../ui/html";
import { PlaceLinks } from "../../ui/place-heading";
import { dateAndTime, isSameDay, timeOf } from "../../ui/time";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { lazyView } from "../lazy/lazy-views";
import { TopicActs } from "../places/view-header";
import { DayButton } from "./day-button";
import { isHiddenMessage, setRevealed } from "./hidden-messages";
import { MessageActions } from "./message-actions";
import { Reactions } from "./reactions";

const loading = <p class="soft">{words.loading}</p>;
const EditForm = lazyView((parts) => parts.EditForm, { loading });
const WidgetView = lazyView((parts) => parts.WidgetView, { loading });

interface RowProps {
  readonly id: number;
  readonly before: number | undefined;
  /** Whether messages of more than one conversation are shown. */
  readonly isMixed: boolean;
  /** Whether the user can act on messages here. */
  readonly onlyTopic: boolean;
}

const sameSenderSeconds = 600;

const goesOn = (message: Message, before: Message | undefined): before is Message =>
  before !== undefined &&
  before.sender_id === message.sender_id &&
  message.timestamp - before.timestamp < sameSenderSeconds &&
  isSameDay(before.timestamp, message.timestamp);

const className = (...names: readonly (string | false)[]): string => names.filter(Boolean).join(" ");

const StarMark = () => (
  <span class="mark star-mark" title={words.starred}>
    ★<span class="unseen">{words.starred}</span>
  </span>
);

const changeOf = (message: Message | undefined): string | undefined => {
  if (message?.last_edit_timestamp !== undefined) return words.edited;
  return message?.last_moved_timestamp === undefined ? undefined : words.wasMoved;
};

/** A message's text, poll or to-do list. */
const Content = ({ message }: { readonly message: Message }) =>
  message.submessages?.some(({ msg_type }) => msg_type === "widget") ? (
    <WidgetView message={message} />
  ) : (
    <Html html={message.match_content ?? message.content} isAction={message.is_me_message === true} />
  );

/** A message, with a date or unread marker if it differs from the previous one. */
export const MessageRow = ({ id, before, isMixed, onlyTopic }: RowProps) => {
  const app = useApp();
  const { store } = app;
  const isReached = useSignal(false);
  const message = store.messageStore.signalOf(id).value;
  const previous = before === undefined ? undefined : store.messageStore.signalOf(before).value;
  if (message === undefined) return null;
  const place = placeOf(message);
  const isNewPlace = isMixed && (previous === undefined || keyOf(placeOf(previous)) !== keyOf(place));
  const isNewDay = previous === undefined || !isSameDay(previous.timestamp, message.timestamp);
  const isHidden = isHiddenMessage(app, message);
  const isShort =
    !isNewPlace &&
    !isNewDay &&
    message.is_me_message !== true &&
    goesOn(message, previous) &&
    isHiddenMessage(app, previous) === isHidden;
  const isUnread = !message.flags.includes("read");
  const isSelected = app.selected.value === id;
  const sender = store.people.value.users.get(message.sender_id);
  const name = isHidden ? words.mutedPerson : (sender?.full_name ?? words.somebody);
  const time = timeOf(message.timestamp, store.settings.value.twenty_four_hour_time === true);
  const link = app.href({ screen: "narrow", narrow: narrowOf(place, store.ownId), near: id });
  const isMention = message.flags.some((flag) => flag.endsWith("mentioned"));
  const isStarred = message.flags.includes("starred");
  const changed = changeOf(message);
  // If several messages were moved at once, only the first says so.
  const isSaid =
    changed === words.wasMoved &&
    changeOf(previous) === changed &&
    previous?.last_moved_timestamp === message.last_moved_timestamp;
  const isCollapsed = message.flags.includes("collapsed");
  const isEdited = app.editing.value === id;
  const isAction = message.is_me_message === true && !isEdited && !isCollapsed && !isHidden;
  return (
    <article
      id={`message-${id}`}
      data-id={id}
      {...(isUnread && { "data-unread": "" })}
      tabIndex={isSelected ? 0 : -1}
      aria-label={words.messageBy(name, time, isUnread)}
      class="row"
      onFocusIn={() => {
        app.selected.value = id;
        isReached.value = true;
      }}
      onPointerEnter={() => {
        isReached.value = true;
      }}
    >
      {isNewDay && (
        <div class="day">
          <DayButton sentAt={message.timestamp} />
        </div>
      )}
      {isNewPlace && (
        <div class="place">
          <h2>
            <PlaceLinks place={place} onlyTopic={onlyTopic} />
          </h2>
          {place.kind === "topic" && !app.isSpectator && (isReached.value || isSelected) && (
            <TopicActs channelId={place.channelId} topic={place.topic} />
          )}
        </div>
      )}
      <div
        class={className(
          "message",
          isShort && "short",
          isUnread && "unread",
          isSelected && "selected",
          isMention && "mention",
        )}
      >
        {!isShort && (
          <button
            type="button"
            class="face"
            aria-label={words.cardOf(name)}
            tabIndex={-1}
            disabled={app.isSpectator}
            onClick={() => {
              app.dialog.value = { kind: "person", userId: message.sender_id };
            }}
          >
            {!isHidden && <Avatar userId={message.sender_id} />}
          </button>
        )}
        {isShort && isStarred && <StarMark />}
        <div class={isAction ? "message-body action" : "message-body"}>
          {!isShort && (
            <header class="message-head">
              <strong class="sender" dir="auto">
                {name}
              </strong>
              <a class="time" href={link} title={dateAndTime(message.timestamp * 1000)}>
                {time}
              </a>
              {isStarred && <StarMark />}
              {changed !== undefined && <span class="mark">{changed}</span>}
            </header>
          )}
          {isEdited ? (
            <EditForm message={message} />
          ) : isCollapsed ? (
            <button
              type="button"
              class="plain"
              onClick={() => void app.attempt(changeFlag([id], "remove", "collapsed"))}
            >
              {words.expand}
            </button>
          ) : isHidden ? (
            <p class="soft">
              {words.mutedMessage}{" "}
              <button type="button" class="link" onClick={() => setRevealed(app, id, true)}>
                {words.show}
              </button>
            </p>
          ) : (
            <Content message={message} />
          )}
          {isShort && changed !== undefined && !isSaid && <span class="mark">{changed}</span>}
          <Reactions message={message} />
        </div>
        {!app.isSpectator && <MessageActions message={message} isReached={isReached.value || isSelected} />}
      </div>
    </article>
  );
};
