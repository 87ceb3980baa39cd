import { subscribe, unsubscribe } from "../../api/requests";
import { useApp } from "../../app";
import { Icon } from "../../ui/icon";
import { words } from "../../words/en";
import { MenuButton } from "../messages/view-header";

/** Every channel that the reader may join or leave. */
export const Channels = () => {
  const app = useApp();
  const { known, subscribed } = app.store.channels.value;
  const channels = [...known.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <main class="view" aria-label={words.allChannels}>
      <header class="view-head">
        <MenuButton />
        <h1>{words.allChannels}</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="page" tabIndex={0} aria-label={words.allChannels}>
        <ul class="inbox-list">
          {channels.map((one) => {
            const isIn = subscribed.has(one.stream_id);
            return (
              <li key={one.stream_id} class="channel-row">
                <div>
                  <a
                    href={app.href({
                      screen: "narrow",
                      narrow: [{ operator: "channel", operand: one.stream_id }],
                    })}
                  >
                    <Icon name={one.invite_only ? "lock" : one.is_web_public ? "globe" : "hash"} />
                    {one.name}
                  </a>
                  {one.description !== "" && <p class="soft">{one.description}</p>}
                </div>
                <button
                  type="button"
                  class="plain"
                  aria-label={isIn ? words.leaveChannel(one.name) : words.joinChannel(one.name)}
                  onClick={() => void app.attempt((isIn ? unsubscribe : subscribe)(one.name))}
                >
                  {isIn ? words.unsubscribe : words.subscribe}
                </button>
              </li>
            );
          })}
        </ul>
      </section>
    </main>
  );
};
