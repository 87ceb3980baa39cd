import { setSubscriptionProperty } from "../../../api/channel-requests";
import { subscribe } from "../../../api/channels";
import { useApp } from "../../../app/app";
import { mayJoin } from "../../../store/rights";
import type { Channel, Subscription } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { leaveChannel } from "../../places/channel-actions";

const Switches = ({ subscription }: { readonly subscription: Subscription }) => {
  const app = useApp();
  const { settings } = app.store;
  const id = subscription.stream_id;
  const set = (property: Parameters<typeof setSubscriptionProperty>[1], value: boolean | string) =>
    app.attempt(setSubscriptionProperty(id, property, value));
  const notifies = (kind: "desktop" | "audible" | "push"): boolean =>
    subscription[`${kind}_notifications`] ?? settings.value[`enable_stream_${kind}_notifications`] === true;
  const switches = [
    ["is_muted", subscription.is_muted, deferredWords.muteChannel],
    ["pin_to_top", subscription.pin_to_top, deferredWords.pinChannel],
    ["desktop_notifications", notifies("desktop"), cardWords.notifyDesktop],
    ["audible_notifications", notifies("audible"), cardWords.notifySound],
    ["push_notifications", notifies("push"), cardWords.notifyPush],
  ] as const;
  return (
    <fieldset>
      <legend>{cardWords.forYou}</legend>
      {switches.map(([property, isOn, label]) => (
        <label key={property} class="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={async ({ currentTarget }) => {
              if (!(await set(property, currentTarget.checked))) currentTarget.checked = isOn;
            }}
          />
          {label}
        </label>
      ))}
      <label class="check">
        <input
          type="color"
          class="swatch"
          value={subscription.color}
          onChange={(event) => set("color", event.currentTarget.value)}
        />
        {cardWords.color}
      </label>
    </fieldset>
  );
};

/** The user's subscription to the channel, and their personal settings for it. */
export const SubscriptionSettings = ({ channel }: { readonly channel: Channel }) => {
  const app = useApp();
  const subscription = app.store.channels.value.subscribed.get(channel.stream_id);
  return (
    <>
      {subscription && <Switches subscription={subscription} />}
      <div class="form-actions">
        {subscription ? (
          <button type="button" class="plain" onClick={() => void leaveChannel(app, channel.stream_id)}>
            {deferredWords.unsubscribe}
          </button>
        ) : mayJoin(app.store, channel) ? (
          <button type="button" class="primary" onClick={() => void app.attempt(subscribe(channel.name))}>
            {deferredWords.subscribe}
          </button>
        ) : (
          <p class="soft">{administrationWords.reasons.join}</p>
        )}
      </div>
    </>
  );
};
