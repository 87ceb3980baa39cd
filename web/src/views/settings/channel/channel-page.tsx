import { useMemo } from "preact/hooks";
import { archiveChannel, restoreChannel } from "../../../api/administration";
import { useApp } from "../../../app/app";
import { administersChannel } from "../../../store/subscriber-rights";
import { AnyIcon } from "../../../ui/any-icon";
import { ChannelIcon } from "../../../ui/channel-icon";
import type { Channel } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { MenuButton } from "../../places/view-header";
import { SectionSettings } from "../parts/setting-groups";
import { shortDateAndTime } from "../parts/short-time";
import { TabsNav } from "../parts/tabs-nav";
import { useUndoable } from "../parts/use-undoable";
import { channelScope } from "./channel-scope";
import { Subscribers } from "./subscribers";
import { SubscriptionSettings } from "./subscription-settings";

const { channelParts, reasons } = administrationWords;

/** Archives or unarchives a channel. */
const Archive = ({ channel }: { readonly channel: Channel }) => {
  const app = useApp();
  const { act, problem, isBusy } = useUndoable();
  const { stream_id: id, name, is_archived: isArchived } = channel;
  const mayChange = administersChannel(app.store, channel);
  const archive = () =>
    void act(
      administrationWords.archived(name),
      () => archiveChannel(id),
      () => restoreChannel(id),
    );
  const ask = () => {
    app.dialog.value = {
      kind: "confirm",
      text: administrationWords.archiveQuestion(name),
      label: administrationWords.archive,
      run: archive,
    };
  };
  const restore = () =>
    void act(
      administrationWords.cameBack(name),
      () => restoreChannel(id),
      () => archiveChannel(id),
    );
  return (
    <section class="setting-group">
      <h2>{isArchived ? administrationWords.restore : administrationWords.archive}</h2>
      <p class="soft" id="archive-about">
        {mayChange ? administrationWords.archiveHint : reasons.channel}
      </p>
      <div>
        <button
          type="button"
          class={isArchived ? "plain" : "plain dangerous"}
          disabled={!mayChange || isBusy}
          aria-describedby="archive-about"
          onClick={isArchived ? restore : ask}
        >
          {isArchived ? administrationWords.restore : administrationWords.archive}
        </button>
      </div>
      {problem}
    </section>
  );
};

const General = ({ channel }: { readonly channel: Channel }) => {
  const app = useApp();
  const id = channel.stream_id;
  const scope = useMemo(() => channelScope(id), [id]);
  const maker = app.names.userName(channel.creator_id ?? 0) ?? "";
  return (
    <>
      {channel.is_archived && <p class="change-notice">{administrationWords.channelIsArchived}</p>}
      <p class="soft">
        {administrationWords.channelFacts(
          maker,
          shortDateAndTime(channel.date_created),
          channel.stream_weekly_traffic,
        )}
      </p>
      <SectionSettings scope={scope} section="general" highlighted="" />
      <Archive channel={channel} />
    </>
  );
};

const Permissions = ({ channel: { stream_id: id } }: { readonly channel: Channel }) => {
  const scope = useMemo(() => channelScope(id), [id]);
  return <SectionSettings scope={scope} section="permissions" highlighted="" />;
};

const views = {
  general: General,
  permissions: Permissions,
  subscribers: Subscribers,
  personal: SubscriptionSettings,
};

interface ChannelPageProps {
  readonly id: number;
  readonly section: keyof typeof views;
}

/** A channel's settings and subscribers. */
export const ChannelPage = ({ id, section }: ChannelPageProps) => {
  const app = useApp();
  const channel = app.store.channels.value.known.get(id);
  const View = views[section];
  return (
    <main class="view settings-view" aria-label={channel?.name ?? screenWords.settings}>
      <header class="view-head">
        <MenuButton />
        <a class="quiet back-link" href="#channels" aria-label={administrationWords.allChannels}>
          <AnyIcon name="back" />
        </a>
        <h1 dir="auto">
          {channel && (
            <a href={app.href({ screen: "narrow", narrow: [{ operator: "channel", operand: id }] })}>
              <ChannelIcon channel={channel} color={app.store.channels.value.subscribed.get(id)?.color} />{" "}
              {channel.name}
            </a>
          )}
        </h1>
        <div class="view-actions">
          <button
            type="button"
            class="quiet"
            aria-label={screenWords.closeSettings}
            title={screenWords.closeSettings}
            onClick={() => app.go(app.before.value)}
          >
            <AnyIcon name="close" />
          </button>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="page form settings" tabIndex={0} aria-label={channelParts[section]}>
        {channel === undefined ? (
          <p>{administrationWords.channelGone}</p>
        ) : (
          <>
            <TabsNav
              name={channel.name}
              parts={channelParts}
              at={section}
              href={(part) => app.href({ screen: "channel", channelId: id, section: part as typeof section })}
            />
            <View key={`${section} ${id}`} channel={channel} />
          </>
        )}
      </section>
    </main>
  );
};
