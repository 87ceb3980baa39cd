import { channels } from "./channels";
import { logins } from "./logins";
import { messages } from "./messages";
import { organization } from "./organization";
import { people } from "./people";
import type { ClientCall } from "./place";
import { queues } from "./queues";

/** Everything that zulip-js can do. */
export const zulipJsCalls: readonly ClientCall[] = [
  ...logins,
  ...channels,
  ...messages,
  ...queues,
  ...people,
  ...organization,
];
