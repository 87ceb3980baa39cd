import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../../api/error-text";
import { fetchReaders } from "../../api/message-requests";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import { PeopleList } from "../cards/people-list";

/** Who has read a message, among those who send read receipts. */
export const ReadersDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const readers = useSignal<readonly number[] | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    fetchReaders(id).then(
      (found) => {
        readers.value = found;
      },
      (error) => {
        problem.value = errorText(error);
      },
    );
  }, [id, readers, problem]);
  return (
    <Overlay title={deferredWords.readers} onClose={onClose} class="readers">
      {problem.value !== "" && <p class="problem">{problem.value}</p>}
      {readers.value === undefined && problem.value === "" && <p class="soft">{words.loading}</p>}
      {readers.value !== undefined && <p class="soft">{cardWords.readBy(readers.value.length)}</p>}
      <PeopleList userIds={readers.value ?? []} />
    </Overlay>
  );
};
