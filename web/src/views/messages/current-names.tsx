import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { eachDrawn } from "./each-drawn";

const mentions = ".words .user-mention[data-user-id], .words .user-group-mention[data-user-group-id]";

/** Shows people and groups in mentions by the names that they have now, as Zulip does. */
export const CurrentNames = () => {
  const { store } = useApp();
  const { users } = store.people.value;
  const groups = store.groups.value;
  useEffect(
    () =>
      eachDrawn(mentions, (mention) => {
        const { userId, userGroupId } = mention.dataset;
        const group = groups.get(Number(userGroupId));
        // Messages name the groups that every organization has by descriptions.
        const name = group?.is_system_group
          ? undefined
          : (users.get(Number(userId))?.full_name ?? group?.name);
        if (name === undefined) return;
        const text = mention.classList.contains("silent") ? name : `@${name}`;
        if (mention.textContent !== text) mention.textContent = text;
      }),
    [users, groups],
  );
  return null;
};
