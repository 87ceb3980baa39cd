import type { Channel } from "../../api/wire";
import { Icon } from "../../ui/icon";

/** What kind of channel it is; in the reader's colour for it, if they have one. */
export const ChannelSign = ({
  channel,
  color,
}: {
  readonly channel: Channel;
  readonly color?: string | undefined;
}) => (
  <span class="channel-sign" {...(color !== undefined && { style: { "--own-color": color } })}>
    <Icon name={channel.invite_only ? "lock" : channel.is_web_public ? "globe" : "hash"} />
  </span>
);
