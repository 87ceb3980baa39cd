import { type App, useApp } from "../app/app";
import { narrowOf } from "../app/location";
import type { Place } from "../store/place";
import type { Store } from "../store/store";
import { words } from "../words/en";
import { Icon } from "./icon";

/** The participants of a conversation, without the user. */
export const directNameOf = (store: Store, userIds: readonly number[]): string => {
  const others = userIds.filter((id) => id !== store.ownId);
  const shown = others.length === 0 ? [store.ownId] : others;
  return shown.map((id) => store.people.value.users.get(id)?.full_name ?? words.somebody).join(", ");
};

export const useDirectName = (): ((userIds: readonly number[]) => string) => {
  const { store } = useApp();
  return (userIds) => directNameOf(store, userIds);
};

/** A channel's name after its sign, or our label for a channel that isn't visible. */
export const channelLabel = ({ names }: App, channelId: number): string => {
  const name = names.channelName(channelId);
  return name === undefined ? words.unknownChannelLabel : `#${name}`;
};

/** A topic's name, or our label for the topic without a name. */
export const topicName = (topic: string): string => (topic === "" ? words.generalChat : topic);

interface PlaceLinksProps {
  readonly place: Place;
  readonly onlyTopic: boolean;
}

/** Links to a conversation and to its channel. */
export const PlaceLinks = ({ place, onlyTopic }: PlaceLinksProps) => {
  const app = useApp();
  const directName = useDirectName();
  const href = app.href({ screen: "narrow", narrow: narrowOf(place, app.store.ownId) });
  if (place.kind === "direct")
    return (
      <>
        <Icon name="people" />
        <a href={href} dir="auto">
          {directName(place.userIds)}
        </a>
      </>
    );
  const channel = app.store.channels.value.known.get(place.channelId);
  return (
    <>
      {!onlyTopic && (
        <>
          <a
            class="soft"
            href={app.href({
              screen: "narrow",
              narrow: [{ operator: "channel", operand: place.channelId }],
            })}
          >
            #{channel?.name}
          </a>
          <span class="soft" aria-hidden="true">
            ›
          </span>
        </>
      )}
      <a href={href} dir="auto">
        {topicName(place.topic)}
      </a>
    </>
  );
};
