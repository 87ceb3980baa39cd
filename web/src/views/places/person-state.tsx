import { useApp } from "../../app/app";
import { presenceStateOf } from "../../ui/avatar";
import { StatusLine } from "../../ui/status-line";
import { words } from "../../words/en";

/** Beside the heading of a conversation with one person: whether they are there, and their status. */
export const PersonState = ({ userIds }: { readonly userIds: readonly number[] }) => {
  const { store } = useApp();
  const others = userIds.filter((id) => id !== store.ownId);
  const user = store.people.value.users.get(others[0] ?? store.ownId);
  if (others.length > 1 || user === undefined) return null;
  const presenceState = presenceStateOf(store.presences.value.get(user.user_id));
  return (
    <div class="person-state one-line soft">
      {!user.is_bot && user.is_active && (
        <>
          <span class={`dot ${presenceState}`} aria-hidden="true" />
          <span class="presence-word">{words.presenceStates[presenceState]}</span>
        </>
      )}
      <StatusLine userId={user.user_id} />
    </div>
  );
};
