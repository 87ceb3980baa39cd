import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { sameButCase } from "../../../../src/domain/text/fold-case";
import { errorText } from "../../api/error-text";
import type { MoveMode } from "../../api/topic-requests";
import { fetchTopics, type Topic } from "../../api/topics";
import { type App, useApp } from "../../app/app";
import { narrowOf, placeIn } from "../../app/location";
import { mayMove } from "../../store/message-rights";
import { keyOf, topicPlace } from "../../store/place";
import { mayPost, topicRights } from "../../store/rights";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import { topicWords } from "../../words/en-topics";
import { moveBetween, undoMove } from "./undo-move";

interface MoveProps {
  readonly channelId: number;
  readonly topic: string;
  /** The first message to move; undefined to move the whole topic. */
  readonly messageId: number | undefined;
  readonly onClose: () => void;
}

/** Destinations and extents for moving a message or a topic. */
const choicesOf = (app: App, { channelId, messageId }: MoveProps) => {
  const message = messageId === undefined ? undefined : app.store.messageStore.get(messageId);
  const rights = message && mayMove(app.store, message, Date.now() / 1000);
  const { rename, moveOut } = topicRights(app.store, channelId);
  const mayLeave = rights?.channel ?? moveOut;
  const channels = [...app.store.channels.value.known.values()]
    .filter(({ stream_id }) => stream_id === channelId || (mayLeave && mayPost(app.store, stream_id)))
    .sort((a, b) => a.name.localeCompare(b.name));
  return { mayRename: rights?.topic ?? rename, channels };
};

/** Shows the new place if the old one was on screen. */
const follow = (app: App, from: { channelId: number; topic: string }, to: typeof from): void => {
  const at = app.location.value;
  const shown = at.screen === "narrow" ? placeIn(at.narrow, app.store.ownId) : undefined;
  if (shown && keyOf(shown) === keyOf(topicPlace(from.channelId, from.topic)))
    app.go({ screen: "narrow", narrow: narrowOf(topicPlace(to.channelId, to.topic), app.store.ownId) });
};

/** Moves a message, a message and those after it, or a whole topic to another topic or channel. */
export const MoveDialog = (props: MoveProps) => {
  const { channelId, topic, messageId, onClose } = props;
  const app = useApp();
  const { mayRename, channels } = choicesOf(app, props);
  const target = useSignal(channelId);
  const name = useSignal(topic);
  const mode = useSignal<MoveMode>(messageId === undefined ? "change_all" : "change_later");
  const notifyOld = useSignal(false);
  const notifyNew = useSignal(true);
  const topics = useSignal<readonly Topic[]>([]);
  const problem = useSignal("");
  const isMoving = useSignal(false);
  useEffect(() => {
    fetchTopics(target.value).then(
      (found) => {
        topics.value = found;
      },
      () => undefined,
    );
  }, [target.value, target, topics]);

  const to = { channelId: target.value, topic: name.value.trim() };
  const isSame = keyOf(topicPlace(channelId, topic)) === keyOf(topicPlace(to.channelId, to.topic));
  const isChanged = !isSame || to.topic !== topic;
  const isThere = !isSame && topics.value.some((one) => sameButCase(one.name, to.topic));
  const newestHere = () =>
    fetchTopics(channelId).then((found) => found.find((one) => sameButCase(one.name, topic))?.max_id);
  const submit = async () => {
    if (!isChanged || isMoving.value) return;
    isMoving.value = true;
    const from = { channelId, topic };
    try {
      const newest = mode.value === "change_one" ? messageId : await newestHere();
      const id = messageId ?? newest;
      if (id === undefined) throw new Error(topicWords.noSuchTopic);
      await moveBetween(
        id,
        mode.value,
        { from, to },
        { notifyOld: notifyOld.value, notifyNew: notifyNew.value },
      );
      onClose();
      const moved = { messageId: id, mode: mode.value, from, to, newest: newest ?? id };
      if (moved.mode === "change_all") follow(app, from, to);
      // Moving back into a topic that already had messages would take those along.
      const canUndo = !isThere || moved.mode === "change_one";
      app.showToast({
        text: topicWords.moved,
        ...(canUndo && {
          act: {
            label: deferredWords.undo,
            run: () =>
              void app.attempt(undoMove(moved, app.store.ownId)).then((isBack) => {
                if (isBack && moved.mode === "change_all") follow(app, to, from);
              }),
          },
        }),
      });
    } catch (error) {
      problem.value = errorText(error);
      isMoving.value = false;
    }
  };
  const modes: readonly (readonly [MoveMode, string])[] = [
    ["change_one", cardWords.moveOne],
    ["change_later", cardWords.moveLater],
    ["change_all", cardWords.moveAll],
  ];
  return (
    <Overlay
      title={messageId === undefined ? topicWords.moveTopic : deferredWords.moveMessages}
      onClose={onClose}
      class="form"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label>
          {deferredWords.topic}
          <input
            class="field"
            list="move-topics"
            disabled={!mayRename}
            placeholder={words.generalChat}
            maxLength={Number(app.store.realm.value.max_topic_length ?? 60)}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        <datalist id="move-topics">
          {topics.value.map((one) => one.name !== "" && <option key={one.name} value={one.name} />)}
        </datalist>
        <label>
          {deferredWords.channel}
          <select
            class="field"
            value={target.value}
            disabled={channels.length < 2}
            onChange={(event) => {
              target.value = Number(event.currentTarget.value);
            }}
          >
            {channels.map((one) => (
              <option key={one.stream_id} value={one.stream_id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        {messageId !== undefined && (
          <fieldset>
            <legend>{cardWords.moveWhat}</legend>
            {modes.map(([value, label]) => (
              <label key={value} class="check">
                <input
                  type="radio"
                  name="mode"
                  checked={mode.value === value}
                  onChange={() => {
                    mode.value = value;
                  }}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={notifyNew.value}
            onChange={(event) => {
              notifyNew.value = event.currentTarget.checked;
            }}
          />
          {cardWords.notifyNewPlace}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={notifyOld.value}
            onChange={(event) => {
              notifyOld.value = event.currentTarget.checked;
            }}
          />
          {cardWords.notifyOldPlace}
        </label>
        {isThere && <p class="soft">{cardWords.topicIsThere}</p>}
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="form-actions">
          <button type="submit" class="primary" disabled={!isChanged || isMoving.value}>
            {topicWords.move}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {deferredWords.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
