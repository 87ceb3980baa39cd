import { useSignal } from "@preact/signals";
import {
  addChannelGroup,
  changeChannelGroup,
  changeGroupChannels,
  removeChannelGroup,
} from "../../../api/organization";
import type { ChannelGroup } from "../../../api/wire";
import { useApp } from "../../../app";
import { Icon } from "../../../ui/icon";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { cardWords } from "../../../words/en-cards";
import { screenWords } from "../../../words/en-screens";
import { Field, useDoing } from "../doing";
import { useGuard } from "../overtaken";
import { AddChannel, ChannelRows, publicChannels } from "./channel-list";

interface FormProps {
  readonly group?: ChannelGroup;
}

const Form = ({ group }: FormProps) => {
  const { run, problem, isBusy } = useDoing();
  const name = useSignal(group?.name ?? "");
  const description = useSignal(group?.description ?? "");
  const guard = useGuard([group?.name, group?.description].join("\n"));
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const wanted = [name.value.trim(), description.value.trim()] as const;
        const save = async () => {
          guard.check();
          await (group ? changeChannelGroup(group.id, ...wanted) : addChannelGroup(...wanted, []));
        };
        if (!(await run(save))) return;
        if (group) {
          guard.taken(wanted.join("\n"));
          return;
        }
        name.value = "";
        description.value = "";
      }}
    >
      <div class="two-fields">
        <Field
          label={cardWords.name}
          value={name.value}
          most={60}
          isRequired
          onInput={(text) => {
            name.value = text;
          }}
        />
        <Field
          label={cardWords.description}
          value={description.value}
          most={1024}
          isRequired
          onInput={(text) => {
            description.value = text;
          }}
        />
      </div>
      {guard.isOvertaken && (
        <p class="meanwhile" role="status">
          {adminWords.meanwhile} {group?.name}
        </p>
      )}
      <div class="form-acts">
        <button type="submit" class="primary" disabled={isBusy}>
          {group ? words.save : words.add}
        </button>
      </div>
      {problem}
    </form>
  );
};

const Group = ({ group, mayChange }: { readonly group: ChannelGroup; readonly mayChange: boolean }) => {
  const app = useApp();
  const { run, problem, isBusy } = useDoing();
  const { id, name, description, streams } = group;
  const all = publicChannels(app);
  const defaults = (app.store.realm.value.realm_default_streams ?? []) as readonly number[];
  const change = (op: "add" | "remove", channel: string) => run(() => changeGroupChannels(id, op, [channel]));
  const inside = all.filter(({ stream_id }) => streams.includes(stream_id));
  const remove = async () => {
    if (!(await run(() => removeChannelGroup(id)))) return;
    const names = inside.map((one) => one.name);
    const undo = () => void app.attempt(addChannelGroup(name, description, names));
    app.toast.value = { text: screenWords.removed(name), act: { label: words.undo, run: undo } };
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
            <Icon name="trash" />
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
            // Those that everybody joins anyway can't be chosen.
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

/** Channels that people may choose together when they join. */
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
