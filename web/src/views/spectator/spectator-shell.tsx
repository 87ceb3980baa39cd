import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchTopics, type Topic } from "../../api/topics";
import { useApp } from "../../app/app";
import type { Dialog } from "../../app/dialog";
import { channelIdIn, type Location, narrowOf } from "../../app/location";
import { loginUrl } from "../../app/to-login";
import { topicPlace } from "../../store/place";
import { ChannelIcon } from "../../ui/channel-icon";
import { Html } from "../../ui/html";
import { Icon } from "../../ui/icon";
import { topicName } from "../../ui/place-heading";
import { matchRank } from "../../ui/ranking";
import { Toasts } from "../../ui/toasts";
import type { Channel } from "../../wire/wire";
import { words } from "../../words/en";
import { spectatorWords } from "../../words/en-spectator";
import { Dialogs } from "../lazy/loading-forms";
import { MessageExtras } from "../messages/background";
import { MessageView } from "../messages/message-view";
import { MenuButton } from "../places/view-header";
import { looks } from "./keep-fresh";

const fewTopics = 12;

const atChannel = (id: number): Location => ({
  screen: "narrow",
  narrow: [{ operator: "channel", operand: id }],
});

const useChannels = (filter = ""): readonly Channel[] => {
  const { store } = useApp();
  return [...store.channels.value.known.values()]
    .filter(({ is_archived, name }) => !is_archived && matchRank(name, filter) !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name));
};

const Current = ({
  to,
  children,
}: {
  readonly to: Location;
  readonly children: preact.ComponentChildren;
}) => {
  const app = useApp();
  const isHere = app.href(app.location.value) === app.href(to);
  return (
    <a class="side-link" href={app.href(to)} {...(isHere && { "aria-current": "page" as const })}>
      {children}
    </a>
  );
};

const Topics = ({ channelId }: { readonly channelId: number }) => {
  const app = useApp();
  const topics = useSignal<readonly Topic[]>([]);
  useEffect(() => {
    fetchTopics(channelId).then(
      (found) => {
        topics.value = found.slice(0, fewTopics);
      },
      () => undefined,
    );
  }, [channelId, topics, looks.value]);
  return (
    <ul class="topics">
      {topics.value.map(({ name }) => (
        <li key={name} class="side-item">
          <Current to={{ screen: "narrow", narrow: narrowOf(topicPlace(channelId, name), app.store.ownId) }}>
            <span class="side-name" dir="auto">
              {topicName(name)}
            </span>
          </Current>
        </li>
      ))}
    </ul>
  );
};

/** A link to log in or sign up. */
const WaysIn = () => {
  const { store } = useApp();
  return (
    <p class="form-actions">
      <a class="primary" href={loginUrl()}>
        {spectatorWords.logIn}
      </a>
      {store.realm.value.realm_invite_required !== true && (
        <a class="plain" href="/register">
          {spectatorWords.signUp}
        </a>
      )}
    </p>
  );
};

const Side = () => {
  const { store, session, isMenuOpen, location } = useApp();
  const filter = useSignal("");
  const at = location.value.screen === "narrow" ? channelIdIn(location.value.narrow) : undefined;
  const channels = useChannels(filter.value);
  return (
    <nav class={isMenuOpen.value ? "side open" : "side"} aria-label={words.navigation} id="side">
      <div class="side-head">
        <a href="#inbox" class="realm-name" dir="auto">
          {String(store.realm.value.realm_name ?? session.realm_name)}
        </a>
      </div>
      <WaysIn />
      <input
        id="side-filter"
        class="field"
        type="search"
        aria-label={spectatorWords.filter}
        placeholder={spectatorWords.filter}
        value={filter.value}
        onInput={(event) => {
          filter.value = event.currentTarget.value;
        }}
      />
      <ul>
        <li>
          <Current to={{ screen: "narrow", narrow: [] }}>
            <Icon name="list" />
            <span class="side-name">{words.feed}</span>
          </Current>
        </li>
        {channels.map((channel) => (
          <li key={channel.stream_id}>
            <Current to={atChannel(channel.stream_id)}>
              <ChannelIcon channel={channel} />
              <span class="side-name" dir="auto">
                {channel.name}
              </span>
            </Current>
            {at === channel.stream_id && <Topics channelId={channel.stream_id} />}
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** The open channels. */
const Home = () => {
  const app = useApp();
  const { store, session } = app;
  const name = String(store.realm.value.realm_name ?? session.realm_name);
  return (
    <main class="view" aria-label={spectatorWords.home}>
      <header class="view-head">
        <MenuButton />
        <h1>{spectatorWords.home}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="page" tabIndex={0} aria-label={spectatorWords.home}>
        <p>{spectatorWords.isOpen(name)}</p>
        <WaysIn />
        <ul class="channels">
          {useChannels().map((channel) => (
            <li key={channel.stream_id} class="channel-row">
              <ChannelIcon channel={channel} />
              <div class="channel-about">
                <a data-keys="row" href={app.href(atChannel(channel.stream_id))} dir="auto">
                  {channel.name}
                </a>
                <div class="one-line soft">
                  <Html html={channel.rendered_description} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
};

const Screen = () => {
  const { location, visit } = useApp();
  const at = location.value;
  if (at.screen !== "narrow") return <Home />;
  return (
    <MessageView
      key={visit.value}
      narrow={at.narrow}
      {...(at.near !== undefined && { near: at.near })}
      {...(at.with !== undefined && { with: at.with })}
    />
  );
};

/** What doesn't need an account. */
const openKinds: readonly (Dialog["kind"] | undefined)[] = [
  undefined,
  "picture",
  "date",
  "url",
  "keys",
  "formatting",
  "filters",
  "about",
];

const Opened = () => {
  const { dialog } = useApp();
  const isShown = openKinds.includes(dialog.value?.kind);
  useEffect(() => {
    if (!isShown) dialog.value = undefined;
  }, [isShown, dialog]);
  return isShown ? <Dialogs /> : null;
};

/** The whole window of a spectator. */
export const SpectatorShell = () => {
  const { location, isMenuOpen } = useApp();
  return (
    <div class={location.value.screen === "narrow" ? "shell in-narrow" : "shell"}>
      <button
        type="button"
        class="skip"
        onClick={() => {
          document.querySelector<HTMLElement>(".scroller, .page")?.focus();
        }}
      >
        {words.skip}
      </button>
      <Side />
      {isMenuOpen.value && (
        <button
          type="button"
          class="veil"
          aria-label={words.close}
          onClick={() => {
            isMenuOpen.value = false;
          }}
        />
      )}
      <Screen />
      <Toasts />
      <MessageExtras />
      <Opened />
    </div>
  );
};
