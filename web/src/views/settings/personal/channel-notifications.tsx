import { useSignal } from "@preact/signals";
import { setSubscriptionProperty } from "../../../api/channel-requests";
import { useApp } from "../../../app/app";
import { matchRank } from "../../../ui/ranking";
import type { Subscription } from "../../../wire/wire";
import { adminWords } from "../../../words/en-administration";
import { cardWords } from "../../../words/en-cards";
import { ShowMore } from "../parts/show-more";
import { useAction } from "../parts/use-action";

const kinds = [
  ["desktop_notifications", "enable_stream_desktop_notifications", cardWords.notifyDesktop],
  ["audible_notifications", "enable_stream_audible_notifications", cardWords.notifySound],
  ["push_notifications", "enable_stream_push_notifications", cardWords.notifyPush],
] as const;

const shownAtOnce = 10;

/** Whether the channel overrides any of the general notification settings. */
const isOwnChoice = (channel: Subscription): boolean =>
  kinds.some(([property]) => channel[property] !== null);

const Row = ({ channel }: { readonly channel: Subscription }) => {
  const { store } = useApp();
  const { run, problem, isBusy } = useAction();
  return (
    <li class="channel-row">
      <fieldset class="channel-about">
        <legend dir="auto">#{channel.name}</legend>
        {kinds.map(([property, setting, label]) => {
          const isOn = channel[property] ?? store.settings.value[setting] === true;
          return (
            <label key={property} class="check">
              <input
                type="checkbox"
                checked={isOn}
                disabled={isBusy}
                onChange={async ({ currentTarget }) => {
                  const wanted = currentTarget.checked;
                  const isDone = await run(() =>
                    setSubscriptionProperty(channel.stream_id, property, wanted),
                  );
                  if (!isDone) currentTarget.checked = isOn;
                }}
              />
              {label}
            </label>
          );
        })}
        {problem}
      </fieldset>
    </li>
  );
};

/** Notification settings per channel; channels with overrides come first. */
export const ChannelNotifications = () => {
  const { store } = useApp();
  const query = useSignal("");
  const shown = useSignal(shownAtOnce);
  const { known, subscribed } = store.channels.value;
  const found = [...subscribed.values()]
    .filter(
      ({ stream_id: id, name }) =>
        known.get(id)?.is_archived !== true && matchRank(name, query.value) !== undefined,
    )
    .sort((a, b) => Number(isOwnChoice(b)) - Number(isOwnChoice(a)) || a.name.localeCompare(b.name));
  return (
    <section class="setting-group">
      <h2>{adminWords.byChannel}</h2>
      <p>
        {adminWords.byChannelHint}{" "}
        <a class="link" href="#settings/topics">
          {adminWords.byTopic}
        </a>
      </p>
      <input
        class="field"
        type="search"
        aria-label={cardWords.findChannel}
        placeholder={cardWords.findChannel}
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          shown.value = shownAtOnce;
        }}
      />
      <ul class="inbox-list">
        {found.slice(0, shown.value).map((channel) => (
          <Row key={channel.stream_id} channel={channel} />
        ))}
      </ul>
      <ShowMore limit={shown} total={found.length} step={shownAtOnce} />
    </section>
  );
};
