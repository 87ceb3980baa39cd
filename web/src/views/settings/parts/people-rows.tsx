import { useSignal } from "@preact/signals";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import { matchRank } from "../../../ui/ranking";
import { words } from "../../../words/en";
import { administrationWords } from "../../../words/en-channel-administration";
import { PeopleList } from "../../cards/people-list";
import { ShowMore } from "./show-more";

const shownAtOnce = 50;

interface PeopleRowsProps {
  readonly userIds: readonly number[];
  /** Removes the person; undefined if the user can't. */
  readonly onRemove: ((userId: number, name: string) => void) | undefined;
}

/** A searchable list of people. */
export const PeopleRows = ({ userIds, onRemove }: PeopleRowsProps) => {
  const app = useApp();
  const query = useSignal("");
  const limit = useSignal(shownAtOnce);
  const nameOf = (id: number) => app.names.userName(id) ?? words.somebody;
  const found = userIds
    .filter((id) => matchRank(nameOf(id), query.value) !== undefined)
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return (
    <>
      <input
        class="field"
        type="search"
        aria-label={administrationWords.findMember}
        placeholder={administrationWords.findMember}
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          limit.value = shownAtOnce;
        }}
      />
      {found.length === 0 && query.value !== "" && (
        <p class="soft" role="status">
          {administrationWords.nobodyFound}
        </p>
      )}
      <PeopleList
        userIds={found.slice(0, limit.value)}
        act={(userId, name) =>
          onRemove && (
            <button
              type="button"
              class="quiet"
              aria-label={words.remove(name)}
              title={words.remove(name)}
              onClick={() => onRemove(userId, name)}
            >
              <AnyIcon name="close" />
            </button>
          )
        }
      />
      <ShowMore limit={limit} total={found.length} step={shownAtOnce} />
    </>
  );
};
