import {
  addChannelGroup,
  changeChannelGroup,
  changeGroupChannels,
  removeChannelGroup,
} from "../../../api/organization";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import type { ChannelGroup } from "../../../wire/wire";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { ConflictWarning } from "../parts/change-notices";
import { justChanged, type LoggedSubject } from "../parts/last-change";
import { isAdministrator } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";
import { useLastChange } from "../parts/use-last-change";
import { useMerged } from "../parts/use-merged";
import { AddChannel, ChannelRows, publicChannels } from "./channel-list";

const logged: LoggedSubject = {
  id: "groups of default channels",
  log: { kinds: ["realm_default_channel_groups_changed"] },
};

interface FormProps {
  readonly group?: ChannelGroup;
}

const Form = ({ group }: FormProps) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const now = { name: group?.name ?? "", description: group?.description ?? "" };
  const { draft, put, take, conflicting, begin } = useMerged(now);
  const change = useLastChange(logged, isAdministrator(app.store), JSON.stringify(now), () => true);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const save = async () => {
          const changes = take();
          if (!group) await addChannelGroup(draft.name.trim(), draft.description.trim(), []);
          else if (Object.keys(changes).length > 0) await changeChannelGroup(group.id, changes);
        };
        if (await run(save)) begin(group ? draft : now);
      }}
    >
      <div class="two-fields">
        <Field
          label={cardWords.name}
          value={draft.name}
          maxLength={60}
          isRequired
          onInput={(name) => put({ name })}
        />
        <Field
          label={cardWords.description}
          value={draft.description}
          maxLength={1024}
          isRequired
          onInput={(description) => put({ description })}
        />
      </div>
      <ConflictWarning
        notice={justChanged(app, change)}
        facts={conflicting.map((name) => [cardWords[name], now[name]])}
      />
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {group ? deferredWords.save : deferredWords.add}
        </button>
      </div>
      {problem}
    </form>
  );
};

const Group = ({ group, mayChange }: { readonly group: ChannelGroup; readonly mayChange: boolean }) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const { id, name, description, streams } = group;
  const all = publicChannels(app);
  const defaults = (app.store.realm.value.realm_default_streams ?? []) as readonly number[];
  const change = (op: "add" | "remove", channel: string) => run(() => changeGroupChannels(id, op, [channel]));
  const inside = all.filter(({ stream_id }) => streams.includes(stream_id));
  const remove = async () => {
    if (!(await run(() => removeChannelGroup(id)))) return;
    const names = inside.map((one) => one.name);
    const undo = () => void app.attempt(addChannelGroup(name, description, names));
    app.showToast({ text: screenWords.removed(name), act: { label: deferredWords.undo, run: undo } });
  };
  return (
    <section class="several" aria-label={adminWords.groupOf(name)}>
      <div class="channel-row">
        <div class="channel-about">
          <strong dir="auto">{name}</strong>
          <p class="soft" dir="auto">
            {description}
          </p>
        </div>
        {mayChange && (
          <button type="button" class="quiet" aria-label={words.remove(name)} onClick={() => void remove()}>
            <AnyIcon name="trash" />
          </button>
        )}
      </div>
      <ChannelRows
        channels={inside}
        mayChange={mayChange}
        onRemove={(channel) => void change("remove", channel.name)}
      />
      {mayChange && (
        <>
          <AddChannel
            label={adminWords.channelsOf(name)}
            // Everyone joins these anyway, so they can't be chosen.
            channels={all.filter(({ stream_id: one }) => !streams.includes(one) && !defaults.includes(one))}
            isBusy={isBusy}
            onAdd={(channel) => void change("add", channel.name)}
          />
          <details class="unfolding">
            <summary>{screenWords.editOf(name)}</summary>
            <Form group={group} />
          </details>
        </>
      )}
      {problem}
    </section>
  );
};

/** Default channel groups: channels that new members can join together. */
export const ChannelGroups = ({ mayChange }: { readonly mayChange: boolean }) => {
  const { realm } = useApp().store;
  const groups = (realm.value.realm_default_stream_groups ?? []) as readonly ChannelGroup[];
  return (
    <section class="setting-group">
      <h2>{adminWords.defaultGroups}</h2>
      <p>{adminWords.defaultGroupsHint}</p>
      {groups.length === 0 && <p class="soft">{adminWords.noChannelGroups}</p>}
      {groups.map((group) => (
        <Group key={group.id} group={group} mayChange={mayChange} />
      ))}
      {mayChange && (
        <details class="unfolding">
          <summary>{adminWords.newGroup}</summary>
          <Form />
        </details>
      )}
    </section>
  );
};
