import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import type { Place } from "../../store/place";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { keyWords } from "../../words/en-keys";
import { loadSettings } from "../lazy/lazy-views";
import { findGoals, type Goal } from "./goals";
import { askForTopics, channelsToAsk } from "./server-topics";

/** How long somebody pauses before the server is asked, in milliseconds. */
const pause = 150;

interface GoAnywhereProps {
  /** Only people, or only the topics of a channel. */
  readonly of: "people" | number | undefined;
  readonly onClose: () => void;
}

/** Goes to anything that has a name by a few letters of it; what is unread comes first. */
export const GoAnywhere = ({ of, onClose }: GoAnywhereProps) => {
  const app = useApp();
  const { store } = app;
  const query = useSignal("");
  const at = useSignal(0);
  const topics = useSignal<readonly Place[]>([]);
  const settings = useSignal<readonly Goal[]>([]);
  useEffect(() => {
    if (of !== undefined) return;
    // Settings come last, and only once their code has loaded.
    void loadSettings().then(
      ({ searchableItems }) => {
        settings.value = searchableItems(store).map(({ key, to, label, within }) => ({
          key,
          label,
          within,
          count: 0,
          go: () => app.go(to),
        }));
      },
      () => undefined,
    );
  }, [app, of, settings, store]);
  useEffect(() => {
    if (of === "people" || (of === undefined && query.value.trim() === "")) return;
    let isWanted = true;
    const ask = () =>
      void askForTopics(
        of === undefined ? channelsToAsk(app, query.value) : [of],
        (found) => {
          topics.value = found;
        },
        () => isWanted,
      );
    const timer = setTimeout(ask, of === undefined ? pause : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [app, of, query.value, topics]);
  const found = findGoals(app, query.value, of, topics.value, settings.value);
  const chosen = Math.min(at.value, found.length - 1);
  useEffect(() => {
    document.getElementById(`goal-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const go = (goal: Goal | undefined) => {
    if (goal === undefined) return;
    onClose();
    goal.go(app);
  };
  const title =
    of === "people"
      ? keyWords.findPerson
      : of === undefined
        ? words.goAnywhere
        : keyWords.topicsIn(app.names.channelName(of) ?? "");
  return (
    <Overlay title={title} onClose={onClose} class="go">
      <input
        class="field"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="goals"
        aria-activedescendant={found.length > 0 ? `goal-${chosen}` : undefined}
        aria-label={title}
        placeholder={of === undefined ? words.goHint : title}
        autocomplete="off"
        dir="auto"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") at.value = Math.min(found.length - 1, chosen + 1);
          else if (event.key === "ArrowUp") at.value = Math.max(0, chosen - 1);
          else if (event.key === "Enter") go(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div role="listbox" id="goals" aria-label={words.suggestions} class="goals">
        {found.map((goal, index) => (
          <div
            key={goal.key}
            id={`goal-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerDown={() => go(goal)}
          >
            <span dir="auto">
              {goal.label}
              {goal.within !== undefined && <span class="soft"> ({goal.within})</span>}
            </span>
            {goal.count > 0 && <span class="count">{goal.count}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p class="empty" role="status">
          {words.nothingFound}
        </p>
      )}
    </Overlay>
  );
};
