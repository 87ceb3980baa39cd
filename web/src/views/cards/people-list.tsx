import type { ComponentChildren } from "preact";
import { useApp } from "../../app/app";
import { Avatar } from "../../ui/avatar";
import { words } from "../../words/en";

interface Props {
  readonly userIds: readonly number[];
  readonly class?: string;
  /** An action for each person. */
  readonly act?: (userId: number, name: string) => ComponentChildren;
}

/** A list of people, each a link to their card. */
export const PeopleList = ({ userIds, class: more = "", act }: Props) => {
  const app = useApp();
  const nameOf = (userId: number) => app.names.userName(userId) ?? words.somebody;
  return (
    <ul class={`people-list ${more}`}>
      {userIds
        .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
        .map((userId) => (
          <li key={userId}>
            <button
              type="button"
              onClick={() => {
                app.dialog.value = { kind: "person", userId };
              }}
            >
              <Avatar userId={userId} size={24} />
              <span dir="auto">{nameOf(userId)}</span>
            </button>
            {act?.(userId, nameOf(userId))}
          </li>
        ))}
    </ul>
  );
};
