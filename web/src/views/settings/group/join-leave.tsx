import { changeGroupMembers } from "../../../api/administration";
import { useApp } from "../../../app/app";
import type { Group } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { useUndoable } from "../parts/use-undoable";
import { mayJoin, mayLeave } from "./group-rights";

/** Joins or leaves a group. */
export const JoinLeave = ({ group }: { readonly group: Group }) => {
  const { store } = useApp();
  const { act, problem, isBusy } = useUndoable();
  const { id, name } = group;
  const add = () => changeGroupMembers(id, { add: [store.ownId] });
  const remove = () => changeGroupMembers(id, { delete: [store.ownId] });
  // Users who leave may be unable to rejoin.
  const leave = () =>
    act(administrationWords.left(name), remove, mayJoin(store, { ...group, members: [] }) ? add : undefined);
  const join = () => act(administrationWords.joined(name), add, remove);
  return (
    <>
      {mayJoin(store, group) && (
        <button
          type="button"
          class="plain"
          disabled={isBusy}
          aria-label={administrationWords.joinOf(name)}
          onClick={() => void join()}
        >
          {administrationWords.join}
        </button>
      )}
      {mayLeave(store, group) && (
        <button
          type="button"
          class="plain"
          disabled={isBusy}
          aria-label={administrationWords.leaveOf(name)}
          onClick={() => void leave()}
        >
          {deferredWords.unsubscribe}
        </button>
      )}
      {problem}
    </>
  );
};
