import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { keyOf, type Place } from "../../store/place";
import { typingLasts } from "../../store/typing";
import { words } from "../../words/en";

/** Who is typing in a conversation. */
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
  const names = [...(here ?? [])]
    .filter(([id, since]) => now.value - since < typingLasts && id !== store.ownId)
    .map(([id]) => store.people.value.users.get(id)?.full_name ?? words.somebody);
  return (
    <p class="typing" aria-live="off">
      {names.length > 0 && words.typing(names)}
    </p>
  );
};
