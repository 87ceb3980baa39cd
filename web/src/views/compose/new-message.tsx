import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { fetchTopics } from "../../api/topics";
import { type Composing, useApp } from "../../app/app";
import { composeTarget, insertIntoCompose } from "../../app/insert-into-compose";
import { narrowOf } from "../../app/location";
import { placeAfter } from "../../app/topic-moves";
import { returnToReading } from "../../list/reading-focus";
import {
  type ChosenRecipients,
  chosenRecipients,
  discardUnaddressed,
  rememberRecipients,
} from "../../offline/chosen-recipients";
import { directPlace, keyOf, type Place, topicPlace } from "../../store/place";
import { mayPost } from "../../store/rights";
import { AnyIcon } from "../../ui/any-icon";
import { useLayer } from "../../ui/use-layer";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { ScheduledHere } from "../pending/scheduled-here";
import { Compose } from "./compose";
import { PeopleField } from "./people-field";
import { refusalOf } from "./refusal";

/** A message whose recipient is still to be chosen. */
export const NewMessage = () => {
  const draft = useApp().composing.value;
  if (draft === undefined) return null;
  // A reply to another conversation is another message.
  const draftKey = draft.draftKey ?? (draft.place === undefined ? `new ${draft.kind}` : keyOf(draft.place));
  const formKey = draft.movedFrom === undefined ? draftKey : keyOf(draft.movedFrom);
  return <NewMessageForm key={`${formKey} ${draft.channelId ?? ""}`} draft={draft} draftKey={draftKey} />;
};

/** Returns the focus to where it was before the form, or to what is read. */
const returnFocus = (opener: Element | null): void => {
  const isInList = opener?.matches("body, .scroller *");
  if (!isInList && opener instanceof HTMLElement && opener.checkVisibility({ visibilityProperty: true }))
    opener.focus();
  else returnToReading();
};

const recipientsOf = (place: Place, ownId: number): ChosenRecipients =>
  place.kind === "topic"
    ? { channelId: place.channelId, topic: place.topic, people: [] }
    : { topic: "", people: place.userIds.filter((id) => id !== ownId) };

/** Updates the chosen channel and topic when that topic is moved or renamed. */
const useFollowingTopic = (channelId: Signal<number | undefined>, topic: Signal<string>): void => {
  const { topicMoves } = useApp();
  const before = useRef(topicMoves.peek());
  useSignalEffect(() => {
    const moves = topicMoves.value;
    const chosenId = channelId.peek();
    if (moves === before.current || chosenId === undefined) return;
    before.current = moves;
    const at = topicPlace(chosenId, topic.peek());
    const next = placeAfter(at, moves);
    if (next === at || next.kind !== "topic") return;
    channelId.value = next.channelId;
    topic.value = next.topic;
  });
};

interface FormProps {
  readonly draft: Composing;
  readonly draftKey: string;
}

const NewMessageForm = ({ draft, draftKey }: FormProps) => {
  const app = useApp();
  const { store } = app;
  const initial = draft.place;
  const recipients =
    initial === undefined
      ? chosenRecipients(app.drafts, draftKey, draft.channelId)
      : recipientsOf(initial, store.ownId);
  const wanted = recipients.channelId;
  /** The channel that was chosen. It may be one that the user can't post in at present, such as an archived one. */
  const chosen = useSignal(wanted);
  const channelId = chosen.value !== undefined && mayPost(store, chosen.value) ? chosen.value : undefined;
  const topic = useSignal(recipients.topic);
  const people = useSignal<readonly number[]>(recipients.people);
  const topics = useSignal<readonly string[]>([]);
  const root = useRef<HTMLElement>(null);
  const opener = useRef(document.activeElement);
  const close = () => {
    app.composing.value = undefined;
    returnFocus(opener.current);
  };
  useLayer(close);
  // Focuses before the next key press, so that fast typists type into the field.
  useLayoutEffect(() => {
    const fields = [...(root.current?.querySelectorAll<HTMLElement>("select, input, textarea") ?? [])];
    const empty = fields.find((field) => (field as HTMLInputElement).value === "");
    empty?.focus();
  }, []);
  useEffect(() => {
    if (channelId === undefined) return;
    fetchTopics(channelId).then(
      (found) => {
        topics.value = found.map(({ name }) => name).filter(Boolean);
      },
      () => undefined,
    );
  }, [channelId, topics]);

  const place: Place | undefined =
    draft.kind === "direct"
      ? people.value.length > 0
        ? directPlace([...people.value, store.ownId])
        : undefined
      : channelId === undefined
        ? undefined
        : { kind: "topic", channelId, topic: topic.value.trim() };
  const checkedPlace =
    place ?? (chosen.value === undefined ? undefined : topicPlace(chosen.value, topic.value));
  const refusal = checkedPlace && refusalOf(store, checkedPlace);
  useEffect(() => {
    composeTarget.value = place && { place, draftKey };
    return () => {
      composeTarget.value = undefined;
    };
  }, [place && keyOf(place), draftKey]);
  useFollowingTopic(chosen, topic);
  useEffect(() => {
    if (initial !== undefined) return;
    const chosenNow = { channelId: chosen.value, topic: topic.value, people: people.value };
    rememberRecipients(app.drafts, draftKey, chosenNow);
  }, [chosen.value, topic.value, people.value]);
  useEffect(
    () => () => {
      // It was sent, or never written.
      if (initial === undefined && app.drafts.textOf(draftKey) === "")
        discardUnaddressed(app.drafts, draftKey);
    },
    [],
  );
  const channels = [...store.channels.value.subscribed.values()]
    .filter(({ stream_id }) => mayPost(store, stream_id))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <section
      class="new-message"
      aria-label={words.newMessage}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // It closes this and nothing else.
        event.preventDefault();
        close();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are interactive */}
      <div
        class="new-head"
        onKeyDown={(event) => {
          const { defaultPrevented, key, target } = event;
          if (key !== "Enter" || defaultPrevented || !(target instanceof HTMLInputElement)) return;
          // A name that nobody has would be left behind.
          if (draft.kind === "direct" && target.value !== "") return;
          event.preventDefault();
          root.current?.querySelector("textarea")?.focus();
        }}
      >
        {/* First, so that Tab leads from the recipient to the message; the style sheet shows it last. */}
        <button type="button" class="quiet" aria-label={words.close} onClick={close}>
          <AnyIcon name="close" />
        </button>
        {draft.kind === "direct" ? (
          <PeopleField chosen={people} />
        ) : (
          <>
            <select
              class="field"
              aria-label={deferredWords.channel}
              value={channelId ?? ""}
              onChange={(event) => {
                chosen.value = Number(event.currentTarget.value) || undefined;
              }}
            >
              <option value="">{deferredWords.chooseChannel}</option>
              {channels.map((one) => (
                <option key={one.stream_id} value={one.stream_id}>
                  {one.name}
                </option>
              ))}
            </select>
            <input
              class="field"
              list="topics"
              aria-label={deferredWords.topic}
              placeholder={deferredWords.topic}
              maxLength={Number(store.realm.value.max_topic_length ?? 60)}
              value={topic.value}
              onInput={(event) => {
                topic.value = event.currentTarget.value;
              }}
            />
            <datalist id="topics">
              {topics.value.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </div>
      {place && <ScheduledHere place={place} />}
      <Compose
        place={place}
        isShared={false}
        draftKey={draftKey}
        refusal={refusal}
        onSent={() => {
          app.composing.value = undefined;
          if (!place) return;
          app.go({ screen: "narrow", narrow: narrowOf(place, store.ownId) });
          // What is typed next belongs to the same conversation.
          insertIntoCompose("");
        }}
      />
    </section>
  );
};
