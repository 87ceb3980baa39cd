import { useSignal } from "@preact/signals";
import type { App } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import type { Channel } from "../../../wire/wire";
import { words } from "../../../words/en";
import { deferredWords } from "../../../words/en-deferred";

/** Channels available as default channels. */
export const publicChannels = ({ store }: Pick<App, "store">): readonly Channel[] =>
  [...store.channels.value.known.values()]
    .filter(({ invite_only, is_archived }) => !invite_only && !is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));

interface AddProps {
  readonly label: string;
  readonly channels: readonly Channel[];
  readonly isBusy: boolean;
  readonly onAdd: (channel: Channel) => void;
}

/** Adds another channel. */
export const AddChannel = ({ label, channels, isBusy, onAdd }: AddProps) => {
  const chosen = useSignal("");
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const channel = channels.find((one) => String(one.stream_id) === chosen.value);
        chosen.value = "";
        if (channel) onAdd(channel);
      }}
    >
      <select
        class="field"
        aria-label={label}
        value={chosen.value}
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.value;
        }}
      >
        <option value="">{deferredWords.chooseChannel}</option>
        {channels.map(({ stream_id: id, name }) => (
          <option key={id} value={String(id)}>
            #{name}
          </option>
        ))}
      </select>
      <button type="submit" class="primary" disabled={isBusy || chosen.value === ""}>
        {deferredWords.add}
      </button>
    </form>
  );
};

interface RowsProps {
  readonly channels: readonly Channel[];
  readonly mayChange: boolean;
  readonly onRemove: (channel: Channel) => void;
}

export const ChannelRows = ({ channels, mayChange, onRemove }: RowsProps) => (
  <ul class="inbox-list">
    {channels.map((channel) => (
      <li key={channel.stream_id} class="channel-row">
        <span class="inbox-name" dir="auto">
          #{channel.name}
        </span>
        {mayChange && (
          <button
            type="button"
            class="quiet"
            aria-label={words.remove(`#${channel.name}`)}
            onClick={() => onRemove(channel)}
          >
            <AnyIcon name="close" />
          </button>
        )}
      </li>
    ))}
  </ul>
);
