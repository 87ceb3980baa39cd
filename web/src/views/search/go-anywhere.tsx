import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import type { Place } from "../../store/place";
import { presenceStateOf } from "../../ui/avatar";
import { Overlay } from "../../ui/overlay";
import { StatusLine } from "../../ui/status-line";
import { useChoice } from "../../ui/use-choice";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { keyWords } from "../../words/en-keys";
import { loadSettings } from "../lazy/lazy-views";
import { findGoals, type Goal } from "./goals";
import { askForTopics, channelsToAsk } from "./server-topics";

/** How long somebody pauses before the server is asked, in milliseconds. */
const pause = 150;

/** Whether somebody is there. */
const Presence = ({ userId }: { readonly userId: number }) => {
  const { people, presences } = useApp().store;
  if (people.value.users.get(userId)?.is_bot !== false) return null;
  const state = presenceStateOf(presences.value.get(userId));
  const name = words.presenceStates[state];
  return <span class={`dot ${state}`} role="img" aria-label={name} title={name} />;
};

interface GoAnywhereProps {
  /** Only people, or only the topics of a channel. */
  readonly scope: "people" | number | undefined;
  readonly onClose: () => void;
}

/** Goes to anything that has a name by a few letters of it; what is unread comes first. */
export const GoAnywhere = ({ scope, onClose }: GoAnywhereProps) => {
  const app = useApp();
  const { store } = app;
  const query = useSignal("");
  const topics = useSignal<readonly Place[]>([]);
  const settings = useSignal<readonly Goal[]>([]);
  useEffect(() => {
    if (scope !== undefined) return;
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
  }, [app, scope, settings, store]);
  useEffect(() => {
    if (scope === "people" || (scope === undefined && query.value.trim() === "")) return;
    let isWanted = true;
    const ask = () =>
      void askForTopics(
        scope === undefined ? channelsToAsk(app, query.value) : [scope],
        (found) => {
          topics.value = found;
        },
        () => isWanted,
      );
    const timer = setTimeout(ask, scope === undefined ? pause : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [app, scope, query.value, topics]);
  const found = findGoals(app, query.value, scope, topics.value, settings.value);
  const go = (index: number) => {
    onClose();
    found[index]?.go(app);
  };
  const choice = useChoice({ id: "goal", count: found.length, onPick: go });
  const title =
    scope === "people"
      ? keyWords.findPerson
      : scope === undefined
        ? deferredWords.goAnywhere
        : keyWords.topicsIn(app.names.channelName(scope) ?? "");
  return (
    <Overlay title={title} onClose={onClose} class="go">
      <input
        class="field"
        {...choice.field}
        aria-label={title}
        placeholder={scope === undefined ? deferredWords.goHint : title}
        autocomplete="off"
        dir="auto"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          choice.restart();
        }}
        onKeyDown={choice.onKeyDown}
      />
      <div {...choice.list(words.suggestions)} class="goals">
        {found.map((goal, index) => (
          <div key={goal.key} {...choice.option(index)} onPointerDown={() => go(index)}>
            {goal.userId !== undefined && <Presence userId={goal.userId} />}
            <span dir="auto">
              {goal.label}
              {goal.within !== undefined && <span class="soft"> ({goal.within})</span>}
            </span>
            {goal.userId !== undefined && (
              <span class="goal-status one-line soft">
                <StatusLine userId={goal.userId} />
              </span>
            )}
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
