import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../../api/error-text";
import { fetchSummary } from "../../api/services";
import { useApp } from "../../app/app";
import { narrowOf } from "../../app/location";
import type { Place } from "../../store/place";
import { Html } from "../../ui/html";
import { Overlay } from "../../ui/overlay";
import { topicName } from "../../ui/place-heading";
import { reminderWords } from "../../words/en-reminders";

/** A summary of a topic. */
export const SummaryDialog = ({
  place,
  onClose,
}: {
  readonly place: Place;
  readonly onClose: () => void;
}) => {
  const { store } = useApp();
  const summary = useSignal<string | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    fetchSummary(narrowOf(place, store.ownId)).then(
      (html) => {
        summary.value = html;
      },
      (error) => {
        problem.value = errorText(error);
      },
    );
  }, [place, store, summary, problem]);
  const name = place.kind === "topic" ? topicName(place.topic) : "";
  return (
    <Overlay title={reminderWords.summaryOf(name)} onClose={onClose}>
      {problem.value !== "" ? (
        <p class="problem">{problem.value}</p>
      ) : summary.value === undefined ? (
        <p class="soft" role="status">
          {reminderWords.takesTime}
        </p>
      ) : (
        <Html html={summary.value} />
      )}
    </Overlay>
  );
};
