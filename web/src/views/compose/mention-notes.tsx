import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { removeSubscribers } from "../../api/channel-administration";
import { addSubscribers, fetchIsSubscribed } from "../../api/channel-requests";
import { useApp } from "../../app/app";
import type { Place } from "../../store/place";
import { channelOf } from "../../store/rights";
import { mayAddSubscribers, mayRemoveSubscribers } from "../../store/subscriber-rights";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { mentionNotes } from "../../words/en-mention-notes";
import { mentionedIn } from "./mentioned";

interface Props {
  readonly content: string;
  readonly place: Place | undefined;
}

/** In larger channels, somebody may not expect how many people a wildcard notifies. */
const manyPeople = 15;
const mostAsked = 10;

/** Warns if a message to a channel would notify unexpectedly many people, or wouldn't notify people that it mentions. */
export const MentionNotes = ({ content, place }: Props) => {
  const app = useApp();
  const { store, names } = app;
  const channelId = place?.kind === "topic" ? place.channelId : undefined;
  const channel = channelOf(store, channelId);
  /** Whether people are in the channel, by their ids. */
  const known = useSignal<ReadonlyMap<number, boolean>>(new Map());
  const { userIds, isEveryone } = mentionedIn(content, names.userId);
  const people = userIds.slice(0, mostAsked).filter((id) => {
    const user = store.people.value.users.get(id);
    return id !== store.ownId && user?.is_active === true && !user.is_bot;
  });
  const note = (ids: readonly number[], isIn: boolean) => {
    known.value = new Map([...known.value, ...ids.map((id) => [id, isIn] as const)]);
  };
  useEffect(() => {
    known.value = new Map();
  }, [channelId, known]);
  useEffect(() => {
    if (channelId === undefined) return;
    let isWanted = true;
    for (const id of people)
      if (!known.peek().has(id))
        fetchIsSubscribed(id, channelId).then(
          (isIn) => {
            if (isWanted) note([id], isIn);
          },
          () => undefined,
        );
    return () => {
      isWanted = false;
    };
  }, [channelId, people.join()]);
  if (channel === undefined) return null;
  const outside = people.filter((id) => known.value.get(id) === false);
  const outsiders = outside.map((id) => names.userName(id) ?? words.somebody);
  const add = async () => {
    if (!(await app.attempt(addSubscribers(channel.name, outside)))) return;
    note(outside, true);
    const back = () =>
      void app.attempt(removeSubscribers(channel.name, outside)).then((isDone) => {
        if (isDone) note(outside, false);
      });
    app.showToast({
      text: mentionNotes.added(outsiders.join(", "), channel.name),
      ...(mayRemoveSubscribers(store, channel) && { act: { label: deferredWords.undo, run: back } }),
    });
  };
  return (
    <>
      {isEveryone && channel.subscriber_count > manyPeople && (
        <p class="compose-note soft" role="status">
          {mentionNotes.notifiesAll(channel.subscriber_count)}
        </p>
      )}
      {outside.length > 0 && (
        <p class="compose-note soft">
          <span role="status" dir="auto">
            {mentionNotes.notInChannel(outsiders, channel.name)}
          </span>{" "}
          {mayAddSubscribers(store, channel) && (
            <button type="button" class="link" onClick={() => void add()}>
              {mentionNotes.add}
            </button>
          )}
        </p>
      )}
    </>
  );
};
