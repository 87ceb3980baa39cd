import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchSubscribers, removeSubscribers } from "../../../api/channel-administration";
import { addSubscribers } from "../../../api/channel-requests";
import { useApp } from "../../../app/app";
import { mayRemoveSubscribers } from "../../../store/subscriber-rights";
import type { Channel } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { PeopleField } from "../../compose/people-field";
import { membersOf } from "../parts/group-members";
import { GroupSelect } from "../parts/group-select";
import { PeopleRows } from "../parts/people-rows";
import { useAction } from "../parts/use-action";
import { useUndoable } from "../parts/use-undoable";
import { whyNotAdd, whyNotRemove } from "./channel-rights";

interface AddProps {
  readonly channel: Channel;
  readonly memberIds: readonly number[];
  readonly act: ReturnType<typeof useUndoable>["act"];
}

/** Subscribes people by name, or all members of a group. */
const Add = ({ channel, memberIds, act }: AddProps) => {
  const { store } = useApp();
  const { name } = channel;
  const chosen = useSignal<readonly number[]>([]);
  const group = useSignal<number | undefined>(undefined);
  const ofGroup = group.value === undefined ? [] : [...membersOf(store.groups.value, group.value)];
  const chosenIds = [...new Set([...chosen.value, ...ofGroup])].filter((id) => {
    const user = store.people.value.users.get(id);
    return user?.is_active === true && !memberIds.includes(id);
  });
  const add = async () => {
    const notice = administrationWords.isAdded(cardWords.members(chosenIds.length));
    const back = () => removeSubscribers(name, chosenIds);
    const mayUndo = mayRemoveSubscribers(store, channel);
    if (!(await act(notice, () => addSubscribers(name, chosenIds), mayUndo ? back : undefined))) return;
    chosen.value = [];
    group.value = undefined;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosenIds.length > 0) void add();
      }}
    >
      <PeopleField chosen={chosen} label={cardWords.addPeople} />
      <GroupSelect
        chosen={group}
        label={administrationWords.addGroup}
        groups={[...store.groups.value.values()]}
      />
      <div class="form-actions">
        <button type="submit" class="primary" disabled={chosenIds.length === 0}>
          {deferredWords.add}
          {chosenIds.length > 1 && ` (${chosenIds.length})`}
        </button>
      </div>
    </form>
  );
};

/** A channel's subscribers, to add and remove. */
export const Subscribers = ({ channel }: { readonly channel: Channel }) => {
  const app = useApp();
  const { stream_id: id, name } = channel;
  const members = useSignal<readonly number[]>([]);
  const { run, problem } = useAction();
  const { act, problem: refusal } = useUndoable();
  const { store } = app;
  const noAdding = whyNotAdd(store, channel);
  const noRemoving = whyNotRemove(store, channel);
  // A join or leave changes the count, and possibly whether the user is subscribed.
  const isIn = store.channels.value.subscribed.has(id);
  useEffect(() => {
    void run(async () => {
      members.value = await fetchSubscribers(id);
    });
  }, [id, channel.subscriber_count, isIn]);
  const remove = (userId: number, person: string) =>
    void act(
      administrationWords.isOut(person),
      () => removeSubscribers(name, [userId]),
      () => addSubscribers(name, [userId]),
    );
  return (
    <>
      <section class="setting-group">
        <h2>{cardWords.addPeople}</h2>
        {noAdding === undefined ? (
          <Add channel={channel} memberIds={members.value} act={act} />
        ) : (
          <p class="soft">{noAdding}</p>
        )}
        {refusal}
      </section>
      <section class="setting-group">
        <h2>{cardWords.subscribers(members.value.length)}</h2>
        {noRemoving !== undefined && <p class="soft">{noRemoving}</p>}
        {problem}
        <PeopleRows userIds={members.value} onRemove={noRemoving === undefined ? remove : undefined} />
      </section>
    </>
  );
};
