import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { type Location, narrowOf } from "../../app/location";
import { directPlace } from "../../store/place";
import { Overlay } from "../../ui/overlay";
import { topicName, useDirectName } from "../../ui/place-heading";
import { bestOf } from "../../ui/ranking";
import { words } from "../../words/en";
import { loadSettings } from "../lazy/lazy-views";

interface Goal {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly to: Location;
}

const most = 12;

/** Goes to any conversation, channel, person or setting by a few letters of its name; unread ones come first. */
export const GoAnywhere = ({ onClose }: { readonly onClose: () => void }) => {
  const app = useApp();
  const { store } = app;
  const directName = useDirectName();
  const query = useSignal("");
  const at = useSignal(0);
  const settings = useSignal<readonly Goal[]>([]);
  useEffect(() => {
    // Settings come last, and only once their code has loaded.
    void loadSettings().then(
      ({ searchableItems }) => {
        settings.value = searchableItems(store).map(({ key, to, label, within }) => ({
          key,
          label: `${label} (${within})`,
          count: 0,
          to,
        }));
      },
      () => undefined,
    );
  }, [settings, store]);
  const unread = app.unread.value.map(({ place, count }): Goal => {
    const channel = place.kind === "topic" ? store.channels.value.known.get(place.channelId)?.name : "";
    const label =
      place.kind === "topic" ? `#${channel} › ${topicName(place.topic)}` : directName(place.userIds);
    const narrow = narrowOf(place, store.ownId);
    return { key: `unread ${label}`, label, count, to: { screen: "narrow", narrow } };
  });
  const channels = [...store.channels.value.known.values()].map(
    ({ name, stream_id }): Goal => ({
      key: `channel ${stream_id}`,
      label: `#${name}`,
      count: 0,
      to: { screen: "narrow", narrow: [{ operator: "channel", operand: stream_id }] },
    }),
  );
  const people = [...store.people.value.users.values()]
    .filter(({ is_active }) => is_active)
    .map(
      ({ user_id, full_name }): Goal => ({
        key: `person ${user_id}`,
        label: full_name,
        count: 0,
        to: { screen: "narrow", narrow: narrowOf(directPlace([user_id, store.ownId]), store.ownId) },
      }),
    );
  const views: readonly Goal[] = [
    { key: "inbox", label: words.inbox, count: 0, to: { screen: "inbox" } },
    { key: "recent", label: words.recent, count: 0, to: { screen: "recent" } },
    { key: "feed", label: words.feed, count: 0, to: { screen: "narrow", narrow: [] } },
  ];
  const goals = [...unread, ...views, ...channels, ...people, ...settings.value];
  const order = new Map(goals.map((goal, index) => [goal, index]));
  const found = bestOf(
    goals,
    ({ label }) => label.replaceAll("#", ""),
    query.value.replace("#", ""),
    most,
    (goal) => (goal.count > 0 ? -1 : (order.get(goal) ?? 0)),
  );
  const go = (goal: Goal | undefined) => {
    if (goal === undefined) return;
    onClose();
    app.go(goal.to);
  };
  return (
    <Overlay title={words.goAnywhere} onClose={onClose} class="go">
      <input
        class="field"
        role="combobox"
        aria-expanded="true"
        aria-controls="goals"
        aria-activedescendant={found.length > 0 ? `goal-${at.value}` : undefined}
        aria-label={words.goAnywhere}
        placeholder={words.goHint}
        autocomplete="off"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") at.value = Math.min(found.length - 1, at.value + 1);
          else if (event.key === "ArrowUp") at.value = Math.max(0, at.value - 1);
          else if (event.key === "Enter") go(found[at.value]);
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
            aria-selected={index === at.value}
            onPointerDown={() => go(goal)}
          >
            <span dir="auto">{goal.label}</span>
            {goal.count > 0 && <span class="count">{goal.count}</span>}
          </div>
        ))}
      </div>
    </Overlay>
  );
};
