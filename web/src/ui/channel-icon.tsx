import type { Channel } from "../wire/wire";
import { Icon } from "./icon";

/** The icon for the channel's type, in the user's color for the channel. */
export const ChannelIcon = ({
  channel,
  color,
}: {
  readonly channel: Channel | undefined;
  readonly color?: string | undefined;
}) => (
  <span class="channel-icon" {...(color !== undefined && { style: { "--own-color": color } })}>
    <Icon name={channel?.invite_only ? "lock" : channel?.is_web_public ? "globe" : "hash"} />
  </span>
);
