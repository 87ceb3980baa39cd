import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { keyOf, type Place } from "../../store/place";
import type { Store } from "../../store/store";
import { typingLasts } from "../../store/typing";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";

/**
 * Whether anybody can write to a conversation. Nobody is still typing in a channel that is archived or out of the
 * user's reach.
 */
const isWritten = (store: Store, place: Place): boolean =>
  place.kind === "direct" || store.channels.value.known.get(place.channelId)?.is_archived === false;

/** Who is typing in a conversation, except people that the user has muted. */
export const TypingLine = ({ place }: { readonly place: Place }) => {
  const { store } = useApp();
  const now = useSignal(Date.now());
  const here = store.typists.value.get(keyOf(place));
  useEffect(() => {
    if (here === undefined || here.size === 0) return;
    now.value = Date.now();
    const timer = setTimeout(() => {
      now.value = Date.now();
    }, typingLasts);
    return () => clearTimeout(timer);
  }, [here, now]);
  const { users } = store.people.value;
  const names = isWritten(store, place)
    ? [...(here ?? [])]
        .filter(
          ([id, since]) =>
            now.value - since < typingLasts &&
            id !== store.ownId &&
            users.get(id)?.is_active !== false &&
            !store.mutedUsers.value.has(id),
        )
        .map(([id]) => users.get(id)?.full_name ?? words.somebody)
    : [];
  return (
    <p class="typing" aria-live="off">
      {names.length > 0 && deferredWords.typing(names)}
    </p>
  );
};
