import { addDefaultChannel, removeDefaultChannel } from "../../../api/organization";
import { useApp } from "../../../app/app";
import type { Channel } from "../../../wire/wire";
import { adminWords } from "../../../words/en-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isAdministrator } from "../parts/scope";
import { useAction } from "../parts/use-action";
import { ChannelGroups } from "./channel-groups";
import { AddChannel, ChannelRows, publicChannels } from "./channel-list";

/** Default channels and default channel groups for new members. */
export const DefaultChannels = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const mayChange = isAdministrator(app.store);
  const ids = (app.store.realm.value.realm_default_streams ?? []) as readonly number[];
  const all = publicChannels(app);
  const remove = async ({ stream_id: id, name }: Channel) => {
    if (!(await run(() => removeDefaultChannel(id)))) return;
    const undo = () => void app.attempt(addDefaultChannel(id));
    app.showToast({
      text: screenWords.removed(`#${name}`),
      act: { label: deferredWords.undo, run: undo },
    });
  };
  return (
    <>
      <section class="setting-group">
        <h2>{adminWords.defaultChannels}</h2>
        <p>{adminWords.defaultChannelsHint}</p>
        {!mayChange && <p class="soft">{screenWords.administratorsOnly}</p>}
        {ids.length === 0 && <p class="soft">{adminWords.noDefaults}</p>}
        <ChannelRows
          channels={all.filter(({ stream_id }) => ids.includes(stream_id))}
          mayChange={mayChange}
          onRemove={(channel) => void remove(channel)}
        />
        {mayChange && (
          <AddChannel
            label={adminWords.chooseChannel}
            channels={all.filter(({ stream_id }) => !ids.includes(stream_id))}
            isBusy={isBusy}
            onAdd={({ stream_id }) => void run(() => addDefaultChannel(stream_id))}
          />
        )}
        {problem}
      </section>
      <ChannelGroups mayChange={mayChange} />
    </>
  );
};
