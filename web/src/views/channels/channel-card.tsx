import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import {
  addSubscribers,
  changeChannel,
  fetchSubscribers,
  removeSubscriber,
  setSubscriptionProperty,
  subscribe,
} from "../../api/channels";
import type { Channel, Subscription } from "../../api/wire";
import { useApp } from "../../app";
import { holds } from "../../store/groups";
import { Icon } from "../../ui/icon";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { cardWords } from "../../words/en-cards";
import { PeopleList } from "../around/people-list";
import { PeopleField } from "../compose/people-field";
import { mayInRealm } from "../messages/rights";
import { leaveChannel } from "./channel-acts";

/** What the reader sets for themselves. */
const OwnSettings = ({ own }: { readonly own: Subscription }) => {
  const app = useApp();
  const { settings } = app.store;
  const id = own.stream_id;
  const set = (property: Parameters<typeof setSubscriptionProperty>[1], value: boolean | string) =>
    void app.attempt(setSubscriptionProperty(id, property, value));
  const switches = [
    ["is_muted", own.is_muted, words.muteChannel],
    ["pin_to_top", own.pin_to_top, words.pinChannel],
    [
      "desktop_notifications",
      own.desktop_notifications ?? settings.value.enable_stream_desktop_notifications === true,
      cardWords.notifyDesktop,
    ],
    [
      "audible_notifications",
      own.audible_notifications ?? settings.value.enable_stream_audible_notifications === true,
      cardWords.notifySound,
    ],
    [
      "push_notifications",
      own.push_notifications ?? settings.value.enable_stream_push_notifications === true,
      cardWords.notifyPush,
    ],
  ] as const;
  return (
    <fieldset>
      <legend>{cardWords.forYou}</legend>
      {switches.map(([property, isOn, label]) => (
        <label key={property} class="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => set(property, event.currentTarget.checked)}
          />
          {label}
        </label>
      ))}
      <label class="check">
        <input
          type="color"
          class="swatch"
          value={own.color}
          onChange={(event) => set("color", event.currentTarget.value)}
        />
        {cardWords.color}
      </label>
    </fieldset>
  );
};

/** What whoever administers the channel changes for all. */
const NameAndDescription = ({ channel }: { readonly channel: Channel }) => {
  const app = useApp();
  const name = useSignal(channel.name);
  const description = useSignal(channel.description);
  const isChanged = name.value.trim() !== channel.name || description.value.trim() !== channel.description;
  const save = () =>
    void app.attempt(
      changeChannel(channel.stream_id, {
        ...(name.value.trim() !== channel.name && { new_name: name.value.trim() }),
        description: description.value.trim(),
      }),
    );
  const field = (label: string, value: Signal<string>) => (
    <label>
      {label}
      <input
        class="field"
        dir="auto"
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
    </label>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && name.value.trim() !== "") save();
      }}
    >
      {field(cardWords.name, name)}
      {field(cardWords.description, description)}
      {isChanged && (
        <div class="form-acts">
          <button type="submit" class="primary">
            {words.save}
          </button>
        </div>
      )}
    </form>
  );
};

const Members = ({ channel }: { readonly channel: Channel }) => {
  const app = useApp();
  const { groups, ownId } = app.store;
  const members = useSignal<readonly number[] | undefined>(undefined);
  const chosen = useSignal<readonly number[]>([]);
  const mayManage = holds(groups.value, channel.can_administer_channel_group, ownId);
  const mayAdd =
    mayManage ||
    mayInRealm(app.store, "can_add_subscribers_group") ||
    holds(groups.value, channel.can_add_subscribers_group, ownId);
  const id = channel.stream_id;
  const load = () =>
    fetchSubscribers(id).then(
      (found) => {
        members.value = found;
      },
      () => {
        members.value = [];
      },
    );
  // Who comes or goes changes the count.
  useEffect(() => void load(), [id, channel.subscriber_count]);
  const change = async (doing: Promise<unknown>) => {
    if (await app.attempt(doing)) await load();
  };
  return (
    <section>
      <h3>{cardWords.subscribers(members.value?.length ?? channel.subscriber_count)}</h3>
      {mayAdd && (
        <form
          class="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            const ids = chosen.value;
            chosen.value = [];
            if (ids.length > 0) void change(addSubscribers(channel.name, ids));
          }}
        >
          <PeopleField chosen={chosen} label={cardWords.addPeople} />
          <button type="submit" class="plain" disabled={chosen.value.length === 0}>
            {words.add}
          </button>
        </form>
      )}
      <PeopleList
        class="short-list"
        userIds={members.value ?? []}
        act={(userId, name) =>
          mayManage &&
          userId !== ownId && (
            <button
              type="button"
              class="quiet"
              aria-label={words.remove(name)}
              title={words.remove(name)}
              onClick={() => void change(removeSubscriber(channel.name, userId))}
            >
              <Icon name="close" />
            </button>
          )
        }
      />
    </section>
  );
};

/** What a channel is for, who is in it, and how the reader has it. */
export const ChannelCard = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const app = useApp();
  const { known, subscribed } = app.store.channels.value;
  const channel = known.get(id);
  if (channel === undefined) return null;
  const own = subscribed.get(id);
  const mayManage = holds(app.store.groups.value, channel.can_administer_channel_group, app.store.ownId);
  return (
    <Overlay title={`#${channel.name}`} onClose={onClose} class="form channel-card">
      {mayManage ? (
        <NameAndDescription channel={channel} />
      ) : (
        channel.description !== "" && <p dir="auto">{channel.description}</p>
      )}
      {own && <OwnSettings own={own} />}
      {own !== undefined || !channel.invite_only ? <Members channel={channel} /> : null}
      <div class="form-acts">
        {own ? (
          <button type="button" class="plain" onClick={() => void leaveChannel(app, id)}>
            {words.unsubscribe}
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void app.attempt(subscribe(channel.name))}>
            {words.subscribe}
          </button>
        )}
      </div>
    </Overlay>
  );
};
